import { expect, it } from 'vitest';
import { filesForInbox } from './inbox-files.ts';

it('of the files of the website the inbox keeps its typefaces and its icon, and no other', () => {
  const file = { kind: 'other', type: '', variants: new Map(), isPacked: true } as const;
  const kept = ['/assets/text-1.woff2', '/favicon.svg'];
  const others = ['/', '/index.html', '/assets/entry.js', '/assets/favicon.svg', '/x.woff2', '/favicon.ico'];
  const files = new Map([...others, ...kept].map((address) => [address, file]));
  expect([...filesForInbox(files).keys()]).toEqual(kept);
});
