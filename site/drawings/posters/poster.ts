import { each, level, type Point, parsePoints, polygon, polyline, range } from '../geometry.ts';
import { drawCrowns, drawCurve, drawGround } from '../scene.ts';

/** Size of a poster, y downwards. It is aligned to the lower right; shapes beyond its left side reach to the edge. */
export const sheet = { width: 960, height: 600 };

/** Height of the horizon of all posters. CSS draws the sky behind. */
export const horizon = 460;

/** Colours of a poster, from site/styles/tokens.css: land by distance, water, and structures by their light. */
export const inks = ['far', 'mid', 'bank', 'water', 'stone', 'side', 'under', 'hanger', 'lit', 'accent'] as const;
export type Ink = (typeof inks)[number];

/** A filled shape of a poster, or a line if it has a stroke width. */
export interface Shape {
  ink: Ink;
  d: string;
  width?: number;
}

/** Shapes that are built in the same step. */
export interface Layer {
  /** Number of the step, from 1 to 4. */
  at: number;
  shapes: readonly Shape[];
  /** Entrance, unless it rises from the ground. */
  enters?: 'launched' | 'pushed' | 'lowered';
  /** CSS class of its animation. */
  look?: string;
}

/** Times of day: each has two hues in site/styles/tokens.css. */
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

/** A structure in its landscape, in painting order. */
export interface Poster {
  hour: Hour;
  behind: readonly Shape[];
  layers: readonly Layer[];
  front: readonly Shape[];
  /** Lamps and windows, lit at the end of a page. */
  lamps?: string;
  /** Positions of the labels from the page: the middle of each, on its baseline. */
  words?: readonly Point[];
  /** Detail that a tall stage shows: its left edge and its width. */
  focus?: readonly [x: number, width: number];
}

/** Returns all shapes of a poster in painting order. */
export function listShapes({ behind, layers, front }: Poster): readonly Shape[] {
  return [...behind, ...layers.flatMap(({ shapes }) => shapes), ...front];
}

/** Returns hills along a curved skyline, from the left edge of the widest window to the right edge of the sheet. */
export function drawHills(ink: Shape['ink'], ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(sheet.height + 200, skyline, drawCurve) };
}

/** Returns woods along a skyline, with crowns about as wide as `crown`. */
export function drawWoods(ink: Shape['ink'], crown: number, ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(sheet.height + 200, skyline, (line) => drawCrowns(line, crown)) };
}

/** Returns water from a height down to the foot of the sheet, and glints that lengthen towards the eye. */
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

/** Returns a round-arched opening by its middle, the height of its springing line, its radius and its foot. */
export function drawArch(middle: number, spring: number, radius: number, foot: number): string {
  return `${polyline([middle - radius, foot], [middle - radius, spring])}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${foot}Z`;
}

/** Returns a polygon from corners in the syntax of `parsePoints`. */
export function drawPolygon(corners: string): string {
  return polygon(...parsePoints(corners));
}
