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
  kind: choice('Kind', { software: 'Software', platform: 'Devices with software' }, 'What search engines are told.'),
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
    {
      'bascule-bridge': 'Bridge that opens for ships',
      laboratory: 'Laboratory with lit windows',
      'quay-crane': 'Crane on a quay',
      'tidal-barrage': 'Dam against the tide',
      'transporter-bridge': 'Bridge with a hanging ferry',
    },
    'The page opens with it.',
    'poster',
  ),
  example: v.optional(exampleSchema),
  callToAction: closingTexts,
});

/** Schema of a product of the catalogue on /products. */
export const productSchema = group('A product', {
  place: number('Place in the catalogue', [0, 99], 'Smaller comes first; 2.5 goes between 2 and 3.'),
  icon: choice(
    'Icon and drawing',
    {
      'people-link': 'Connected boxes, and payroll entries',
      label: 'Label',
      parcel: 'Parcel',
      chip: 'Chip',
      flask: 'Flask',
      medicine: 'Medicine',
      'person-card': 'Staff card, and a request for leave',
      shortlist: 'List of applicants',
    },
    'Its drawing shows the paper or screen that belongs to it.',
  ),
  job: text('What it is for, in a word', 16, 'What somebody looks for who does not know its name: labels, shipping.'),
  title: text('Title', 40),
  subtitle: text('Subtitle', 80),
  description: text('Description', 240, 'On its card in the catalogue.'),
  features: list('Features', text('Feature', 70), [4, 4], 'On its card.'),
  color: accent('Colour'),
  picture: v.optional(picture('Picture', 'On its card, and on its page: the product as it is used.')),
  link: linkTarget('Leads to'),
  external: yesOrNo(
    'Leads to its maker’s site',
    'Yes: the button names that site. No: the button leads to the contact page.',
  ),
  maker: v.optional(
    optionalText('Maker', 80, 'Of another company’s product: that company’s name, shown on the page once it is known.'),
  ),
  fit: productFitSchema,
  related: createRelatedLinksSchema([1, 5]),
  page: v.optional(ownPage),
});

/** Schema of the texts that all product pages share. */
export const productPageSchema = group('Every product page', {
  features: text('Heading over the key features', 40),
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
