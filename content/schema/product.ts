import * as v from 'valibot';

import { productFitSchema, createRelatedLinksSchema } from './answers.ts';
import { exampleSchema } from './example.ts';
import {
  accent,
  linkTarget,
  choice,
  closingTexts,
  group,
  link,
  list,
  number,
  optionalText,
  seo,
  text,
  titledText,
  yesOrNo,
} from './fields.ts';
import { picture } from './picture.ts';

/** Schema of the page /products/<slug>. It also shows the product's icon, title and subtitle. */
const ownPage = group('Page of its own', {
  kind: choice(
    'Kind',
    ['software', 'platform'],
    'For search engines: software, or devices with the software in and behind them.',
  ),
  seo,
  description: list(
    'Description',
    text('Paragraph', 560),
    [2, 3],
    'The problem, what the product does about it, how it is introduced.',
  ),
  features: list('Key features', titledText('Feature'), [4, 4]),
  structure: choice(
    'Drawing at the top',
    ['bascule-bridge', 'laboratory', 'quay-crane', 'tidal-barrage', 'transporter-bridge'],
    'The poster that the page opens with.',
  ),
  example: v.optional(exampleSchema),
  callToAction: closingTexts,
});

/** Schema of a product of the catalogue on /products. */
export const productSchema = group('A product', {
  place: number('Place in the catalogue', [0, 99], 'Smaller comes first; 2.5 goes between 2 and 3.'),
  icon: choice(
    'Icon and drawing',
    ['people-link', 'label', 'parcel', 'chip', 'flask', 'medicine', 'person-card', 'shortlist'],
    'Each has a drawing of the paper or screen that belongs to it.',
  ),
  job: text(
    'In a word',
    16,
    'What somebody seeks who does not know its name: labels, shipping. Large beside its drawing.',
  ),
  title: text('Title', 40),
  subtitle: text('Subtitle', 80),
  description: text('Description', 240, 'On its card in the catalogue.'),
  features: list('Features', text('Feature', 70), [4, 4], 'On its card.'),
  color: accent('Colour'),
  picture: v.optional(picture('Picture', 'On its card, and on its page: the product as it is used.')),
  link: linkTarget('Link'),
  external: yesOrNo('Another maker’s site', 'Yes: the link leads to the provider’s site. No: to the contact page.'),
  maker: v.optional(
    optionalText('Maker', 80, 'Of another company’s product: that company’s name, shown on the page once it is known.'),
  ),
  fit: productFitSchema,
  related: createRelatedLinksSchema([1, 5]),
  page: v.optional(ownPage),
});

/** Schema of the texts that all product pages share. */
export const productPageSchema = group('Every product page', {
  features: text('Over the key features', 40),
  visit: text('Button to another maker’s site', 30),
  callToAction: link('Button'),
});

/** A product of the catalogue. */
export interface Product extends v.InferOutput<typeof productSchema> {
  /** Name of its file, and last part of its path if it has a page. */
  slug: string;
}
/** The page of a product. */
export type ProductPage = NonNullable<Product['page']>;
/** Name of an icon, which has a drawing too. */
export type ProductIcon = Product['icon'];
