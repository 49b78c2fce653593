import { drawEach, horizontal, type Point, parsePoints, polygon, polyline, range } from '../geometry.ts';
import { drawCrowns, drawCurve, drawGround } from '../scene.ts';

/** Size of a poster, y downwards. It is aligned to the lower right; shapes beyond its left side reach to the edge. */
export const posterSize = { width: 960, height: 600 };

/** Height of the horizon of all posters. CSS draws the sky behind. */
export const horizonY = 460;

/** Colours of a poster, from site/styles/tokens.css: land by distance, water, and structures by their light. */
export const inks = ['far', 'mid', 'bank', 'water', 'stone', 'side', 'under', 'hanger', 'lit', 'accent'] as const;
/** One of these colours. */
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
  step: number;
  shapes: readonly Shape[];
  /** Entrance, unless it rises from the ground. */
  entrance?: 'launched' | 'pushed' | 'lowered';
  /** CSS class of its animation. */
  animationClass?: string;
}

/** Times of day: each has two hues in site/styles/tokens.css. */
export type PosterHour =
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
  hour: PosterHour;
  /** Shapes behind the layers. */
  background: readonly Shape[];
  layers: readonly Layer[];
  /** Shapes in front of the layers. */
  foreground: readonly Shape[];
  /** Lamps and windows, lit at the end of a page. */
  lamps?: string;
  /** Positions of the labels from the page: the middle of each, on its baseline. */
  labelPositions?: readonly Point[];
  /** Detail that a tall stage shows: its left edge and its width. */
  stageCrop?: readonly [x: number, width: number];
}

/** Returns all shapes of a poster in painting order. */
export function listShapes({ background, layers, foreground }: Poster): readonly Shape[] {
  return [...background, ...layers.flatMap(({ shapes }) => shapes), ...foreground];
}

/** Returns hills along a curved skyline, from the left edge of the widest window to the right edge of the sheet. */
export function drawHills(ink: Shape['ink'], ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(posterSize.height + 200, skyline, drawCurve) };
}

/** Returns woods along a skyline, with crowns about as wide as `crownWidth`. */
export function drawWoods(ink: Shape['ink'], crownWidth: number, ...skyline: readonly Point[]): Shape {
  return { ink, d: drawGround(posterSize.height + 200, skyline, (line) => drawCrowns(line, crownWidth)) };
}

/** Returns water from a height down to the foot of the sheet, and glints that lengthen towards the eye. */
export function drawWater(topY: number, glintX: number): Shape[] {
  const streaks = drawEach(range(5), (index) => {
    const [y, half] = [topY + 10 + index * index * 7, 30 + index * 26];
    return horizontal(y, glintX - half + (index % 2) * 24, glintX + half);
  });
  return [
    { ink: 'water', d: drawRectangle(-1600, topY, 2600, 800 - topY) },
    { ink: 'lit', d: streaks, width: 2 },
  ];
}

/** Returns the path data of a rectangle by its upper left corner and size. */
export function drawRectangle(x: number, y: number, width: number, height: number): string {
  return polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

/** Returns a round-arched opening by its middle, the height of its springing line, its radius and its foot. */
export function drawArch(centreX: number, springY: number, radius: number, bottomY: number): string {
  return `${polyline([centreX - radius, bottomY], [centreX - radius, springY])}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${bottomY}Z`;
}

/** Returns the path data of a polygon from corners in the syntax of `parsePoints`. */
export function drawPolygon(corners: string): string {
  return polygon(...parsePoints(corners));
}
