import type { ComponentType, ReactNode } from 'react';

import type { Accent, Gradient } from '../../content/accent.ts';
import type { ProductIcon } from '../../content/products/product.ts';
import { CatalogueBridge } from '../drawings/catalogue-bridge.tsx';
import { LatticeTruss } from '../drawings/lattice-truss.tsx';
import { accents } from './accents.ts';
import { productIcons } from './product-cards.tsx';

type Drawing = ComponentType<{
  gradient: Gradient;
  products: readonly { icon: ProductIcon; color: Accent }[];
}>;

// Whatever the modules of the drawings export as a component, but for the papers: a new one is here without being named.
const drawings = Object.entries(
  import.meta.glob<Record<string, unknown>>(
    ['../drawings/*.tsx', '!../drawings/*.test.tsx', '!../drawings/{sheet,open-sheet,panorama}.tsx'],
    { eager: true },
  ),
)
  .flatMap(([, exports]) => Object.entries(exports))
  .filter((entry): entry is [string, Drawing] => /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'function')
  .sort(([one], [other]) => one.localeCompare(other));

/** The whole family at a glance, on whichever paper each has. */
export function Drawings() {
  return (
    <div className="specimen-drawings">
      {drawings
        .filter(([, Drawing]) => Drawing !== CatalogueBridge)
        .map(([name, Drawing]) => (
          <Figure key={name} name={name}>
            <Drawing gradient={['lamp', 'harbour']} products={[]} />
          </Figure>
        ))}
    </div>
  );
}

/** The one coloured line in each colour. */
export function ColouredLines() {
  return (
    <div className="specimen-drawings">
      {accents.map((accent, index) => (
        <Figure key={accent} name={`${accent} to ${after(index)}`}>
          <LatticeTruss gradient={[accent, after(index)]} />
        </Figure>
      ))}
      <Figure name="CatalogueBridge">
        <CatalogueBridge products={productIcons.map((icon, index) => ({ icon, color: accents[index] ?? 'lamp' }))} />
      </Figure>
    </div>
  );
}

function after(index: number): Accent {
  return accents[(index + 1) % accents.length] ?? 'lamp';
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure data-accent="harbour">
      <div>{children}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
