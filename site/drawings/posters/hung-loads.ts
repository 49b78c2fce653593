import { arc, circle } from '../arcs.ts';
import { drawEach, horizontal, type Point, parsePoints, polygon, polyline, vertical } from '../geometry.ts';
import { drawHills, drawPolygon, type Poster, drawRectangle } from './poster.ts';

// A cable over two masts, and its loads.
const masts = [520, 936];
const hung = parsePoints('594 199, 700 228, 800 222, 884 190');
const [theme, card, message, perhaps] = hung.map(([x, y]): Point => [x, y + 40]) as [Point, Point, Point, Point];
const middle: Point = [theme[0], theme[1] + 36];
const sheet = ([x, y]: Point, half: number, height: number) => drawRectangle(x - half, y, 2 * half, height);
const lines = ([x, y]: Point, half: number, ...down: number[]) =>
  drawEach(down, (by) => horizontal(y + by, x - half, x + half));
const draw = (from: number, to: number) =>
  drawEach(masts, (x) => polygon([x + from, 158], [x + to, 158], [x + 2 * to, 520], [x + 2 * from, 520]));

/** Cookies: three stored things hang on a cable, a theme, a card and a message; an occasional fourth has an empty frame. */
export const hungLoads: Poster = {
  hour: 'dawn',
  background: [
    { ink: 'lit', d: circle([640, 460], 84) },
    drawHills('far', [-1600, 430], [-1000, 400], [-300, 440], [200, 420], [560, 446], [1000, 400]),
    drawHills('mid', [-1600, 470], [-600, 456], [100, 486], [500, 466], [1000, 480]),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'stone', d: draw(-8, 2) },
        { ink: 'side', d: draw(2, 8) },
        { ink: 'hanger', d: polyline([450, 480], [520, 170], ...hung, [936, 170], [1010, 480]), width: 3 },
        { ink: 'hanger', d: drawEach(hung, ([x, y]) => vertical(x, y, y + 40)) + sheet(perhaps, 28, 64), width: 2 },
        { ink: 'stone', d: circle(middle, 36) },
        { ink: 'under', d: `${arc(middle, 36, 90, 270)}z` },
        { ink: 'accent', d: sheet(card, 44, 56) + sheet(message, 36, 92) },
        { ink: 'bank', d: lines(card, 28, 18, 32) + lines(message, 22, 20, 36, 52), width: 4 },
      ],
    },
  ],
  foreground: [
    { ink: 'bank', d: drawPolygon('-1600 550, -700 580, 0 552, 460 532, 760 544, 1000 524, 1000 800, -1600 800') },
  ],
};
