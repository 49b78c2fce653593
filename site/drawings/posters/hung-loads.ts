import { arc, circle } from '../arcs.ts';
import { each, level, type Point, polygon, polyline, upright } from '../geometry.ts';
import { hills, horizon, type Poster, rectangle } from './poster.ts';

// A cable over two masts, and what hangs on it: how deep, its moments about the masts say.
const [left, right, head] = [520, 936, 170];
const loads = [
  [594, 1.1],
  [700, 1.4],
  [800, 1.7],
] as const;
const onCable = (x: number): Point => [
  x,
  head +
    loads.reduce(
      (sum, [at, load]) => sum + (load * (Math.min(x, at) - left) * (right - Math.max(x, at))) / (right - left),
      0,
    ) /
      3.4,
];
const [theme, card, message, perhaps] = [...loads.map(([x]) => x), 884].map((x): Point => onCable(x)) as [
  Point,
  Point,
  Point,
  Point,
];
const under = ([x, y]: Point, half: number, height: number) => rectangle(x - half, y + 40, 2 * half, height);
const written = ([x, y]: Point, ways: readonly number[], half: number) =>
  each(ways, (down) => level(y + 40 + down, x - half, x + half));
const mast = (x: number, from: number, to: number) =>
  polygon([x + from, head - 12], [x + to, head - 12], [x + to * 2, 520], [x + from * 2, 520]);

/** Cookies: the three things that the site keeps hang on a cable, the theme, a card and a message; the fourth, which is there only at times, is an empty frame. */
export const hungLoads: Poster = {
  hour: 'dawn',
  behind: [
    { ink: 'lit', d: circle([640, 460], 84) },
    hills('far', [-1600, 430], [-1000, 400], [-300, 440], [200, 420], [560, 446], [1000, 400]),
    hills('mid', [-1600, 470], [-600, 456], [100, 486], [500, 466], [1000, 480]),
  ],
  layers: [
    {
      at: 1,
      shapes: [
        { ink: 'stone', d: mast(left, -8, 2) + mast(right, -8, 2) },
        { ink: 'side', d: mast(left, 2, 8) + mast(right, 2, 8) },
      ],
    },
    {
      at: 2,
      shapes: [
        {
          ink: 'hanger',
          d: polyline([450, 480], [left, head], theme, card, message, perhaps, [right, head], [1010, 480]),
          width: 3,
        },
      ],
    },
    {
      at: 3,
      shapes: [
        { ink: 'hanger', d: each([theme, card, message, perhaps], ([x, y]) => upright(x, y, y + 40)), width: 2 },
      ],
    },
    {
      at: 4,
      shapes: [
        { ink: 'stone', d: circle([theme[0], theme[1] + 76], 36) },
        { ink: 'under', d: `${arc([theme[0], theme[1] + 76], 36, 90, 270)}z` },
        { ink: 'accent', d: under(card, 44, 56) + under(message, 36, 92) },
        { ink: 'bank', d: written(card, [18, 32], 28) + written(message, [20, 36, 52], 22), width: 4 },
        { ink: 'hanger', d: under(perhaps, 28, 64), width: 2 },
      ],
    },
  ],
  front: [hills('bank', [-1600, horizon + 90], [-700, 580], [0, 552], [460, 520], [760, 548], [1000, 520])],
};
