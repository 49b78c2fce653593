import * as v from 'valibot';

import { productFit, createRelatedSchema } from './answers.ts';
import { example } from './example.ts';
import {
  accent,
  address,
  choice,
  closingWords,
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

/** The page /products/<slug>, whose slug is the file's name. It shows the product's icon, title and subtitle too. */
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
  example: v.optional(example),
  callToAction: closingWords,
});

/** One entry of the catalogue on /products. */
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
  link: address('Link'),
  external: yesOrNo('Another maker’s site', 'Yes: the link leads to the provider’s site. No: to the contact page.'),
  maker: v.optional(
    optionalText('Maker', 80, 'Of another company’s product: that company’s name, shown on the page once it is known.'),
  ),
  fit: productFit,
  related: createRelatedSchema([1, 5]),
  page: v.optional(ownPage),
});

/** The words that the product pages share. */
export const productPageSchema = group('Every product page', {
  features: text('Over the key features', 40),
  visit: text('Button to another maker’s site', 30),
  callToAction: link('Button'),
});

export interface Product extends v.InferOutput<typeof productSchema> {
  /** Its file's name: the last part of its address, where it has a page of its own. */
  slug: string;
}
export type ProductPage = NonNullable<Product['page']>;
export type ProductIcon = Product['icon'];
