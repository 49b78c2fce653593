import { circle } from '../arcs.ts';
import { each, type Point, polygon, polyline, range } from '../geometry.ts';
import { curve, lamps } from '../scene.ts';
import { hills, type Poster, rectangle } from './poster.ts';

// A signal gantry over four tracks that become one.
const [top, beam, ground] = [224, 30, 560];
const dolls = [600, 704, 804, 904];
const [left, right] = [512, 944];
const web = each(range(12), (index) => {
  const x = left + 10 + index * 34;
  return polyline([x, top + beam], [x + 17, top], [x + 34, top + beam]);
});
/** A signal on its post: an arm that stands for "clear", and under it the shade of its spectacle. */
const arm = (x: number, y: number) => polygon([x - 4, y], [x - 62, y - 34], [x - 69, y - 22], [x - 4, y + 15]);

/** Each track: from its place at the right edge to the one line that all of them share. */
const tracks = range(4).map((index): string => {
  const y = 502 + index * index * 7 + index * 12;
  return each([0, 5 + index * 2.5], (gauge) =>
    curve([
      [1000, y + gauge],
      [700 - index * 30, y + gauge],
      [420 - index * 20, 494 + gauge * 0.4],
      [160, 488 + gauge * 0.4],
      [-1600, 488 + gauge * 0.4],
    ]),
  );
});
const coaches = range(5).map((index) => -6 + index * 58);

/** Partner for Microsoft technology: four lines, each under its own signal, run together into one, and all four signals stand at clear. */
export const signalGantry: Poster = {
  hour: 'twilight',
  behind: [
    { ink: 'lit', d: circle([742, 420], 62) },
    hills('far', [-1600, 450], [-800, 420], [-200, 452], [300, 436], [640, 430], [820, 446], [1000, 410]),
    hills('mid', [-1600, 470], [-500, 458], [200, 472], [700, 452], [1000, 462]),
    { ink: 'under', d: rectangle(-1600, 476, 2600, 400) },
  ],
  layers: [
    { at: 1, shapes: [{ ink: 'stone', d: tracks.join(''), width: 2 }] },
    {
      at: 2,
      shapes: [
        {
          ink: 'side',
          d: each([left, right], (x) => polygon([x - 9, top], [x + 9, top], [x + 18, ground], [x - 18, ground])),
        },
        {
          ink: 'stone',
          d: each([left, right], (x) => polygon([x + 3, top], [x + 9, top], [x + 18, ground], [x + 6, ground])),
        },
      ],
    },
    {
      at: 3,
      shapes: [
        { ink: 'side', d: web, width: 3 },
        { ink: 'side', d: rectangle(left - 16, top + beam - 3, right - left + 32, 9) },
        { ink: 'hanger', d: rectangle(left - 16, top - 6, right - left + 32, 7) },
      ],
    },
    {
      at: 4,
      shapes: [
        { ink: 'hanger', d: each(dolls, (x) => rectangle(x - 4, 96, 8, top - 100) + circle([x, 90], 6)) },
        { ink: 'accent', d: each(dolls, (x) => arm(x, 124)) },
        { ink: 'bank', d: each(coaches, (x) => rectangle(x, 456, 54, 30)) },
        { ink: 'lit', d: each(coaches, (x) => each([6, 22, 38], (at) => rectangle(x + at, 464, 10, 9))) },
      ],
    },
  ],
  front: [hills('bank', [-1600, 560], [-900, 520], [-300, 560], [160, 596], [400, 640], [1000, 660])],
  lamps: lamps(dolls.map((x): Point => [x + 12, 134])),
  words: [
    [602, 296],
    [704, 336],
    [804, 296],
    [892, 336],
  ],
};
