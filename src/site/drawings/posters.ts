import type { Poster } from './poster-model.ts';

const posters = import.meta.glob<Poster>('../posters/**/*.svg', { query: '?poster', import: 'default', eager: true });

/** Returns a poster by the name of its file in src/site/posters/, without extension. Throws if there is none. */
export function getPoster(name: string): Poster {
  const poster = posters[`../posters/${name}.svg`];
  if (!poster) throw new Error(`No poster has the file src/site/posters/${name}.svg`);
  return poster;
}
