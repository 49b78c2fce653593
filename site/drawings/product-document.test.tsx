import { gzipSync } from 'node:zlib';

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import { products } from '../../content/words.ts';
import { documentsPath, DocumentSheet, LinkedDocument, ProductDocument } from './product-document.tsx';

const documents = products.map(({ title, icon }) => ({
  title,
  icon,
  markup: renderToStaticMarkup(<ProductDocument icon={icon} />),
}));

describe.each(documents)('the document of $title', ({ icon, markup }) => {
  const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);

  test('is drawn from numbers only', () => {
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLAZ]+$/);
  });

  test('stays on its paper, whose upper edge it hangs from', () => {
    const starts = paths.flatMap((path) =>
      [...path.matchAll(/M([-\d.]+) ([-\d.]+)/g)].map((start) => start.slice(1).map(Number)),
    );
    expect(starts.filter(([, y]) => y === 0).length).toBeGreaterThan(1);
    for (const [x, y] of starts) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(320);
      expect(y).toBeLessThanOrEqual(216);
    }
  });

  test('says in the accent alone what the product does, and takes its other colour from around it', () => {
    expect(markup.match(/"currentColor"/g)).toHaveLength(1);
    expect(markup).not.toMatch(/style=|#[\da-f]{3,8}"|rgb|oklch|hsl|url\(/i);
  });

  test('is hidden from assistive technology and holds no text', () => {
    expect(markup).toMatch(/^<svg[^>]* aria-hidden="true"/);
    expect(markup).not.toContain('<text');
  });

  test('weighs less than 1 KB', () => {
    expect(gzipSync(markup).length).toBeLessThan(1000);
  });

  test('is found in the file with all of them', () => {
    const linked = renderToStaticMarkup(<LinkedDocument icon={icon} />);
    expect(linked).toContain(` href="${documentsPath}#${icon}"`);
    expect(renderToStaticMarkup(<DocumentSheet />)).toContain(` id="${icon}"><path d="${paths[0]}"`);
  });
});

test('no two products have the same document', () => {
  expect(new Set(documents.map(({ markup }) => markup.replace(/ id="[^"]*"/, ''))).size).toBe(products.length);
});
