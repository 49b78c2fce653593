import type { ProductIcon } from '../../content/products/product.ts';
import { ProductCard } from '../components/product-card.tsx';
import { accents } from './accents.ts';

/** All that content may name. */
export const productIcons = Object.keys({
  'people-link': true,
  label: true,
  parcel: true,
  chip: true,
  flask: true,
  medicine: true,
  'person-card': true,
  shortlist: true,
} satisfies Record<ProductIcon, true>) as ProductIcon[];

/** A card in each accent, in turn with and without a page of its own, and with a link out of the site or not. */
export function ProductCards() {
  return (
    <ul className="specimen-cards">
      {productIcons.map((icon, index) => {
        const color = accents[index] ?? 'lamp';
        const isOdd = index % 2 === 1;
        const product = {
          icon,
          color,
          title: `Product ${index + 1}`,
          subtitle: 'What it is',
          description: 'What it does and for whom, in a sentence that takes more than one line of the card.',
          features: ['A first feature', 'A second feature', 'A third one that needs two lines', 'A fourth'] as const,
          detailPage: isOdd ? '/specimens' : undefined,
          external: isOdd,
          link: isOdd ? 'https://specimen.example/' : '/specimens',
        };
        return (
          <li key={icon} data-accent={color}>
            <ProductCard product={product} visitLabel="Visit" contactLabel="Contact" />
          </li>
        );
      })}
    </ul>
  );
}
