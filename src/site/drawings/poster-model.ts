import type { animationClasses, entrances, posterHours, sheets } from './poster-convention.ts';

type Values<T> = T[keyof T];

/** Name of a colour of a drawing. */
export type Ink = Values<{ [Size in keyof typeof sheets]: Values<(typeof sheets)[Size]['inks']> }>;

/** A filled shape of a poster, or a line if it has a stroke width; an empty width is 1. */
export interface Shape {
  ink: Ink;
  d: string;
  width?: string;
}

/** Shapes that are built in the same step. */
export interface Layer {
  /** Number of the step, from 1 to 4. */
  step: number;
  shapes: readonly Shape[];
  /** Entrance, unless it rises from the ground. */
  entrance?: (typeof entrances)[number] | undefined;
  /** CSS class of its animation. */
  animationClass?: (typeof animationClasses)[number] | undefined;
}

/** Name of a time of day. */
export type PosterHour = (typeof posterHours)[number];

/** A structure in its landscape, in painting order. */
export interface Poster {
  hour: PosterHour;
  /** Shapes behind the layers. */
  background: readonly Shape[];
  layers: readonly Layer[];
  /** Shapes in front of the layers. */
  foreground: readonly Shape[];
  /** Lamps and windows, lit at the end of a page. */
  lamps?: string | undefined;
  /** Positions of the labels from the page: the middle of each, on its baseline. */
  labelPositions?: readonly (readonly [x: string, y: string])[];
  /** The structure in a line of text, as a line in a cell of 72 by 42. */
  mark?: string | undefined;
}

/** Returns all shapes of a poster in painting order. */
export function listShapes({ background, layers, foreground }: Poster): readonly Shape[] {
  return [...background, ...layers.flatMap(({ shapes }) => shapes), ...foreground];
}
