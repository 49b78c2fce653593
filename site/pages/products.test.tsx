import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import * as words from '../../content/words.ts';
import { layouts } from '../renderer.tsx';
import { openSite } from '../routes.ts';

test.each([1, 4, 7, 8, 9, 12, 20])(
  'a catalogue of %i has a card and a span for each, on bridges as high as each other',
  (count) => {
    const products = Array.from({ length: count }, (_, index) => ({
      ...(words.products[index % words.products.length] as (typeof words.products)[number]),
      slug: `product-${index}`,
      title: `Product ${index}`,
    }));
    const site = openSite({ ...words, products }, { siteUrl: '', lastChanges: {}, code: { entry: '', integrity: {} } });
    const page = site.pages.find(({ path }) => path === '/products');
    if (!page) throw new Error('There is no catalogue');
    const Layout = layouts.products.default;
    const html = renderToStaticMarkup(<Layout site={site} page={page} />);
    const bridges = Array.from(html.matchAll(/viewBox="0 0 (\d+) 290"/g), ([, width]) => Number(width));
    expect(html.match(/<article/g)).toHaveLength(count);
    expect(html.match(/<svg x="\d+"[^>]* data-accent=/g)).toHaveLength(count);
    expect(new Set(bridges).size).toBe(1);
    expect(bridges).toHaveLength(count > 4 ? 2 : 1);
    const beside = html.split('viewBox="0 0 ').flatMap((drawing) => {
      const places = Array.from(drawing.matchAll(/<svg x="(\d+)"/g), ([, x]) => Number(x));
      return places.filter((x) => x >= Number.parseInt(drawing, 10));
    });
    expect(beside).toEqual([]);
  },
);
