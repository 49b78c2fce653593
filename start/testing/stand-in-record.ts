import * as words from '../../content/words.ts';
import type { FollowedRecord } from '../../server/follow-contact-record.ts';
import type { Publication } from '../../server/publication.ts';

/** Stands in for the pages. Without an answer of the test's own they tell what they were asked. */
export function standInRecord(answer: Publication['answer'] = tell): FollowedRecord {
  const publication: Publication = { words, paths: [], files: new Map(), pageHeaders: {}, answer };
  return { current: () => publication, stop: async () => {} };
}

const tell: Publication['answer'] = (path, { answered, fault }) => ({
  html: JSON.stringify({ path, answered, fault: fault?.message }),
  hasFailed: false,
});
