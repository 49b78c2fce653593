import readSelectors from 'postcss-selector-parser';
import { parse as parseStyles } from 'postcss';
import { describe, expect, it } from 'vitest';
import type { Content } from '../content/kinds.ts';
import { accents, stagesOf } from '../content/schema/fields.ts';
import { productSchema } from '../content/schema/product.ts';
import { serviceSchema } from '../content/schema/service.ts';
import * as words from '../content/words.ts';
import { publish, renderer, textsOf } from '../start/testing/built-pages.ts';
import { attribute, elementsOf, insideOf, textOf } from '../start/testing/html.ts';

const nth = <Item>(list: readonly Item[], number: number) => list[number % list.length] as Item;

/** Every one with every other. */
const pairs = <One, Other>(some: readonly One[], others: readonly Other[]) =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

// Every arrangement of every drawing, in all colours, with and without what may be left out.
const { composition: compositions, structure: structures } = serviceSchema.entries;
const [technologies] = words.services.flatMap((service) => service.technologies ?? []);
const [diagram] = words.services.flatMap((service) => service.diagram ?? []);
const services = pairs(compositions.options, structures.options).map(
  ([composition, structure], number): Content['services'][number] => {
    const service = nth(words.services, number);
    return {
      ...service,
      slug: `service-${number}`,
      composition,
      structure,
      gradient: [nth(accents, number), nth(accents, number + 1 + Math.floor(number / accents.length))],
      steps: Array.from({ length: stagesOf[structure] }, (_, step) => nth(service.steps, step)),
      technologies: number % 2 === 0 && technologies !== undefined ? [technologies] : undefined,
      diagram: number % 3 === 0 ? diagram : undefined,
    };
  },
);

// Every drawing of every product, in all colours and places.
const { structure: spans, kind, document } = productSchema.entries.page.wrapped.entries;
const places = pairs(document.entries.beside.options, document.entries.side.options);
const withPages = words.products.flatMap((product) => (product.page ? [{ ...product, page: product.page }] : []));
const products = pairs(productSchema.entries.icon.options, spans.options).map(([icon, structure], number) => {
  const product = nth(withPages, number);
  const [beside, side] = nth(places, number);
  const page = { ...product.page, structure, kind: nth(kind.options, number), document: { beside, side } };
  const color = nth(accents, number + Math.floor(number / accents.length));
  return { ...product, slug: `product-${number}`, icon, color, external: number % 2 === 0, page };
});

function classesIn(css: string): Set<string> {
  const classes = new Set<string>();
  parseStyles(css).walkRules(({ selector }) => {
    readSelectors((all) => all.walkClasses(({ value }) => void classes.add(value))).processSync(selector);
  });
  return classes;
}

const whole = classesIn(renderer.styles);
const { answer, paths, ...published } = await publish({ ...words, services, products });
const fault = new Error('Sorry');
const sent = { outcome: { kind: 'sent', reference: '0000-0001' }, values: {} } as const;
const refused = { outcome: { kind: 'refused', faults: { name: 'Who?' } }, values: {} } as const;
const states = [{ fault }, { fault, answered: sent }, { answered: sent }, { answered: refused }] as const;
const answers = states.map((state, index) => [`answer ${index}`, answer('/contact', state).html] as const);
const pages = [...textsOf(published), ...answers]
  .filter(([, text]) => text.startsWith('<!'))
  .map(([address, html]) => ({ address, html, styles: insideOf(html, 'style').map(textOf).join('') }));

describe('with all that words may choose, every page', () => {
  it('has at most 20,000 bytes of styles inside', () => {
    expect(pages.length).toBeGreaterThan(paths.length);
    expect(pages.filter(({ styles }) => Buffer.byteLength(styles) > 20_000).map(({ address }) => address)).toEqual([]);
  });

  it('has the styles of each of its classes inside, where there are any', () => {
    const lacking = pages.flatMap(({ address, html, styles }) => {
      const inside = classesIn(styles);
      const classes = elementsOf(html).flatMap((element) => (attribute(element, 'class') ?? '').split(' '));
      const missing = new Set(classes.filter((name) => whole.has(name) && !inside.has(name)));
      return [...missing].map((name) => [address, name]);
    });
    expect(lacking).toEqual([]);
  });
});
