import type { Accent } from '../../content/accent.ts';

/** All that content may name. */
export const accents = Object.keys({
  lamp: true,
  harbour: true,
  balloon: true,
  woods: true,
  slate: true,
  heather: true,
  brick: true,
  meadow: true,
} satisfies Record<Accent, true>) as Accent[];
