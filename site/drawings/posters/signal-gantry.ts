import { circle } from '../arcs.ts';
import { drawEach, type Point, parsePoints, polygon, polyline, range } from '../geometry.ts';
import { drawCurve, drawLamps } from '../scene.ts';
import { drawHills, type Poster, drawRectangle } from './poster.ts';

// A signal gantry over four tracks that become one.
const [top, beam, ground] = [224, 30, 560];
const dolls = [600, 704, 804, 904];
const [left, right] = [512, 944];
const web = drawEach(range(12), (index) => {
  const x = left + 10 + index * 34;
  return polyline([x, top + beam], [x + 17, top], [x + 34, top + beam]);
});
const stand = (from: number, to: number) =>
  drawEach([left, right], (x) => polygon([x + from, top], [x + 9, top], [x + 18, ground], [x + to, ground]));
const arms = drawEach(dolls, (x) => polygon([x - 4, 124], [x - 62, 90], [x - 69, 102], [x - 4, 139]));
/** The two rails of each track, from its position at the right edge to the one line that all share. */
const tracks = drawEach(range(8), (rail) => {
  const [track, gauge] = [rail >> 1, rail % 2];
  const [y, shared] = [502 + track * (track * 7 + 12) + gauge * (5 + track * 2.5), 488 + gauge * 3];
  return drawCurve([
    [1000, y],
    [700 - track * 30, y],
    [420 - track * 20, shared + 6],
    [160, shared],
    [-1600, shared],
  ]);
});
const coaches = range(5).map((index) => -6 + index * 58);

/** Partner for Microsoft technology: four lines merge into one, each under its own signal; all four show clear. */
export const signalGantry: Poster = {
  hour: 'twilight',
  background: [
    { ink: 'lit', d: circle([742, 420], 62) },
    drawHills('far', [-1600, 450], [-800, 420], [-200, 452], [300, 436], [640, 430], [820, 446], [1000, 410]),
    drawHills('mid', [-1600, 470], [-500, 458], [200, 472], [700, 452], [1000, 462]),
    { ink: 'under', d: drawRectangle(-1600, 476, 2600, 400) },
    { ink: 'stone', d: tracks, width: 2 },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'side', d: stand(-9, -18) },
        { ink: 'stone', d: stand(3, 6) },
        { ink: 'side', d: web, width: 3 },
        { ink: 'side', d: drawRectangle(left - 16, top + beam - 3, right - left + 32, 9) },
        { ink: 'hanger', d: drawRectangle(left - 16, top - 6, right - left + 32, 7) },
        { ink: 'hanger', d: drawEach(dolls, (x) => drawRectangle(x - 4, 96, 8, top - 100) + circle([x, 90], 6)) },
        { ink: 'accent', d: arms },
        { ink: 'bank', d: drawEach(coaches, (x) => drawRectangle(x, 456, 54, 30)) },
        { ink: 'lit', d: drawEach(coaches, (x) => drawEach([6, 22, 38], (at) => drawRectangle(x + at, 464, 10, 9))) },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-900, 520], [-300, 560], [160, 596], [400, 640], [1000, 660])],
  lamps: drawLamps(dolls.map((x): Point => [x + 12, 134])),
  labelPositions: parsePoints('602 296, 704 336, 804 296, 892 336'),
};
