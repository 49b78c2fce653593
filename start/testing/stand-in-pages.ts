import * as words from '../../content/words.ts';
import type { FollowedContent } from '../../server/follow-content.ts';
import type { Pages, PagesSource } from '../built-pages.ts';
import type { Publication } from '../../server/publication.ts';

/** Returns stand-in content. By default its pages return what they received. */
export function standInWords(answer: Publication['answer'] = tell): FollowedContent {
  const publication: Publication = { words, paths: [], files: new Map(), pageHeaders: {}, answer, preview };
  return { current: () => publication, isBehind: () => false, look: async () => 0, stop: async () => {} };
}

const preview = () => ({ paths: [], render: () => '', renderStyled: () => ({ html: '', styles: '' }) });

const tell: Publication['answer'] = (path, { fault, ...state }) => ({
  html: JSON.stringify({ path, ...state, fault: fault?.message }),
  hasFailed: false,
});

/** Returns a stand-in for the build. By default its page handler passes every request on. */
export function standInPages(parts: Partial<Pages> = {}): PagesSource {
  const pages: Pages = { front: (_request, _response, next) => next(), words: standInWords(), ...parts };
  return { open: async () => pages };
}
