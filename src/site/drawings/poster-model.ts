import type { layerAnimationClasses, layerEntrances, posterHours, posterFormats } from './poster-convention.ts';

type Values<T> = T[keyof T];

/** Name of a colour of a drawing. */
export type PosterInk = Values<{ [Size in keyof typeof posterFormats]: Values<(typeof posterFormats)[Size]['inks']> }>;

/** A filled shape of a poster, or a line if it has a stroke width; an empty width is 1. */
export interface PosterShape {
  ink: PosterInk;
  d: string;
  width?: string;
}

/** Shapes that are built in the same step. */
export interface PosterLayer {
  /** Number of the step, from 1 to 4. */
  step: number;
  shapes: readonly PosterShape[];
  /** Entrance, unless it rises from the ground. */
  entrance?: (typeof layerEntrances)[number] | undefined;
  /** CSS class of its animation. */
  animationClass?: (typeof layerAnimationClasses)[number] | undefined;
}

/** Name of a time of day. */
export type PosterHour = keyof typeof posterHours;

/** A structure in its landscape, in painting order. */
export interface Poster {
  hour: PosterHour;
  /** Shapes behind the layers. */
  background: readonly PosterShape[];
  layers: readonly PosterLayer[];
  /** Shapes in front of the layers. */
  foreground: readonly PosterShape[];
  /** Lamps and windows, lit at the end of a page. */
  lamps?: string | undefined;
  /** Positions of the labels from the page: the middle of each, on its baseline. */
  labelPositions?: readonly (readonly [x: string, y: string])[];
  /** The structure in a line of text, as a line in a cell of 72 by 42. */
  mark?: string | undefined;
}

/** Returns all shapes of a poster in painting order. */
export function listPosterShapes({ background, layers, foreground }: Poster): readonly PosterShape[] {
  return [...background, ...layers.flatMap(({ shapes }) => shapes), ...foreground];
}
