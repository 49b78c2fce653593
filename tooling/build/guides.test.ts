import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderGuide } from './guides.ts';

it.each(['office', 'editing'])('the guide %s leads to its own headings and to pictures that exist', (name) => {
  const html = renderGuide(readFileSync(`docs/${name}.md`, 'utf8'));
  const valuesOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value);
  expect(valuesOf(/<h2 id="([^"]+)"/g)).toEqual(expect.arrayContaining(valuesOf(/href="#([^"]+)"/g)));
  const pictures = valuesOf(/<img[^>]* src="\/help\/([^"]+)" width="\d+" height="\d+"/g);
  expect(pictures.filter((file) => existsSync(`docs/pictures/${file}`))).toHaveLength(html.split('<img').length - 1);
});

it('a guide that links what the office does not serve is refused', () => {
  expect(() => renderGuide('See [deploying](deploy/nginx.conf)')).toThrow('nginx.conf');
});
