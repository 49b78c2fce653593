import { each, level, type Point, parsePoints, polygon, polyline, range } from '../geometry.ts';
import { drawCrowns, drawCurve, drawGround } from '../scene.ts';

/** The sheet of a poster, y downwards. It stands in the lower right corner of its place; what runs off its left side goes on to the edge. */
export const sheet = { width: 960, height: 600 };

/** The height of every horizon: the sky behind a poster is drawn by the styles. */
export const horizon = 460;

/** The colours of a poster, those of site/styles/tokens.css: land by its distance, water, a structure by how the light falls on it. */
export const inks = ['far', 'mid', 'bank', 'water', 'stone', 'side', 'under', 'hanger', 'lit', 'accent'] as const;
export type Ink = (typeof inks)[number];

/** One mass of a poster, or with a width of stroke one line. */
export interface Shape {
  ink: Ink;
  d: string;
  width?: number;
}

/** What is built at once. */
export interface Layer {
  /** The part of the work in which it is built, from 1 to 4. */
  at: number;
  shapes: readonly Shape[];
  /** From where it comes, if it does not rise from the ground. */
  enters?: 'launched' | 'pushed' | 'lowered';
  /** The class by which the styles move it. */
  look?: string;
}

/** The hours of a day: each has its two hues, in site/styles/tokens.css. */
export type Hour =
  | 'dawn'
  | 'morning'
  | 'haze'
  | 'rain'
  | 'storm'
  | 'harvest'
  | 'evening'
  | 'dusk'
  | 'twilight'
  | 'moonlight';

/** A structure in its place, in the order in which it is painted. */
export interface Poster {
  hour: Hour;
  behind: readonly Shape[];
  layers: readonly Layer[];
  front: readonly Shape[];
  /** Lamps and windows, which are lit at the end of a page. */
  lamps?: string;
  /** Where the words stand that the page has for its drawing: the middle of each on its line. */
  words?: readonly Point[];
  /** The part of it that a tall stage shows: where that begins, and its width. */
  focus?: readonly [x: number, width: number];
}

/** All shapes of a poster, in the order in which they are painted. */
export function listShapes({ behind, layers, front }: Poster): readonly Shape[] {
  return [...behind, ...layers.flatMap(({ shapes }) => shapes), ...front];
}

/** Hills whose skyline bends through these points, from the left edge of the widest window to the right one of the sheet. */
export function drawHills(ink: Shape['ink'], ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(sheet.height + 200, skyline, drawCurve) };
}

/** Woods along a skyline, of crowns about as wide as `crown`. */
export function drawWoods(ink: Shape['ink'], crown: number, ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(sheet.height + 200, skyline, (line) => drawCrowns(line, crown)) };
}

/** Water from a height down to the foot of the sheet, and the light on it: strokes that lengthen towards the eye. */
export function drawWater(from: number, glint: number): Shape[] {
  const streaks = each(range(5), (index) => {
    const [y, half] = [from + 10 + index * index * 7, 30 + index * 26];
    return level(y, glint - half + (index % 2) * 24, glint + half);
  });
  return [
    { ink: 'water', d: drawRectangle(-1600, from, 2600, 800 - from) },
    { ink: 'lit', d: streaks, width: 2 },
  ];
}

export function drawRectangle(x: number, y: number, width: number, height: number): string {
  return polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

/** An opening under half a circle, by its middle, the height where that springs, its radius, and the height of its foot. */
export function drawArch(middle: number, spring: number, radius: number, foot: number): string {
  return `${polyline([middle - radius, foot], [middle - radius, spring])}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${foot}Z`;
}

/** A mass by its corners, in the notation of `parsePoints`. */
export function drawPolygon(corners: string): string {
  return polygon(...parsePoints(corners));
}
