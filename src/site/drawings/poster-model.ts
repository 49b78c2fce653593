import type { posterFormats, posterGroups, posterHours } from './poster-convention.ts';

type Values<T> = T[keyof T];

/** Name of a colour of a drawing. */
export type PosterInk = Values<{ [Size in keyof typeof posterFormats]: Values<(typeof posterFormats)[Size]['inks']> }>;

/** A filled shape of a poster, or a line if it has a stroke width; an empty width is 1. */
export interface PosterShape {
  ink: PosterInk;
  d: string;
  width?: string;
}

/** Shapes that are painted, repeated or moved together. */
export interface PosterLayer {
  name: (typeof posterGroups)[number];
  shapes: readonly PosterShape[];
}

/** Name of a time of day. */
export type PosterHour = keyof typeof posterHours;

/** A structure in its landscape. */
export interface Poster {
  hour: PosterHour;
  /** In painting order. */
  layers: readonly PosterLayer[];
  /** Lamps and windows, lit at the end of a page. */
  lamps?: string | undefined;
  /** Positions of the labels from the page: the middle of each, on its baseline. */
  labelPositions?: readonly (readonly [x: string, y: string])[];
  /** The labels stand on plates, a word on each line. */
  hasPlates?: boolean;
  /** The structure in a line of text, as a line in a cell of 72 by 42. */
  mark?: string | undefined;
}

/** Returns all shapes of a poster in painting order. */
export function listPosterShapes({ layers }: Poster): readonly PosterShape[] {
  return layers.flatMap(({ shapes }) => shapes);
}

/** Returns the shapes of one group; none if the poster lacks it. */
export function getLayerShapes({ layers }: Poster, wanted: PosterLayer['name']): readonly PosterShape[] {
  return layers.find(({ name }) => name === wanted)?.shapes ?? [];
}
