import * as words from '../../content/words.ts';
import type { FollowedContent } from '../../server/follow-content.ts';
import type { Pages, PagesSource } from '../built-pages.ts';
import type { Publication } from '../../server/publication.ts';

/** Stands in for the pages. Without an answer of the test's own they tell what they were asked. */
export function standInWords(answer: Publication['answer'] = tell): FollowedContent {
  const publication: Publication = { words, paths: [], files: new Map(), pageHeaders: {}, answer, preview };
  return { current: () => publication, isBehind: () => false, look: async () => 0, stop: async () => {} };
}

const preview = () => ({ paths: [], render: () => '', finish: (html: string) => html });

const tell: Publication['answer'] = (path, { fault, ...state }) => ({
  html: JSON.stringify({ path, ...state, fault: fault?.message }),
  hasFailed: false,
});

/** Stands in for the build: what is left out passes everything on, and tells what it was asked. */
export function standInPages(parts: Partial<Pages> = {}): PagesSource {
  const pages: Pages = { front: (_request, _response, next) => next(), words: standInWords(), ...parts };
  return { open: async () => pages };
}
