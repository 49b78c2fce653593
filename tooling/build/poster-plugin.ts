import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { parsePoster } from '../../src/site/drawings/parse-poster.ts';

/** Parses the posters that sources import with `?poster`: a server gets the shapes, and needs no parser. */
export const posterPlugin: Plugin = {
  name: 'posters',
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?');
    if (query !== 'poster') return undefined;
    const poster = parsePoster(relative(this.environment.config.root, file), readFileSync(file, 'utf8'));
    return { code: `export default ${JSON.stringify(poster)}`, moduleType: 'js' };
  },
};
