import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderGuide } from './guides.ts';

describe.each(['office', 'editing'])('the guide %s in the office', (name) => {
  const html = renderGuide(readFileSync(`docs/${name}.md`, 'utf8'));

  it('has each heading in its contents', () => {
    const ids = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => id);
    expect(ids(/<h2 id="([^"]+)"/g)).not.toEqual([]);
    expect(ids(/href="#([^"]+)"/g)).toEqual(expect.arrayContaining(ids(/<h2 id="([^"]+)"/g)));
  });

  it('has pictures that exist, with their size', () => {
    const pictures = [...html.matchAll(/<img[^>]* src="\/help\/([^"]+)" width="\d+" height="\d+"/g)];
    expect(pictures).toHaveLength(html.split('<img').length - 1);
    expect(pictures.filter(([, file]) => !existsSync(`docs/pictures/${file}`))).toEqual([]);
  });
});

it('a guide that links what the office does not serve is refused', () => {
  expect(() => renderGuide('See [deploying](deploy/nginx.conf)')).toThrow('nginx.conf');
});
