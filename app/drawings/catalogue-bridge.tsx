import type { Accent } from '../../content/accent.ts';
import type { ProductIcon } from '../../content/products/product.ts';
import { span, spanOf } from './catalogue-spans.ts';
import { polyline, range, segments } from './geometry.ts';
import { StructureLine } from './sheet.tsx';

const { width, top, deck, ground } = span;

/** A bridge with a span for each product, in its colour. Two of them side by side are one bridge. */
export function CatalogueBridge({
  products,
}: {
  products: readonly { title: string; icon: ProductIcon; color: Accent }[];
}) {
  return (
    <svg
      viewBox={`0 0 ${products.length * width} ${ground}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="w-full"
    >
      <StructureLine d={deckAndTowers(products.length)} />
      {products.map(({ title, icon, color }, index) => (
        <svg key={title} x={index * width} overflow="visible" data-accent={color}>
          <path d={spanOf[icon]} className="stroke-accent" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        </svg>
      ))}
    </svg>
  );
}

function deckAndTowers(spans: number): string {
  const decks = [deck, deck + 10].map(
    (y) =>
      [
        [0, y],
        [spans * width, y],
      ] as const,
  );
  const towers = range(spans + 1)
    .map((index) => index * width)
    .map((x) =>
      polyline([
        [x - 11, ground],
        [x - 4, top - 8],
        [x + 4, top - 8],
        [x + 11, ground],
      ]),
    );
  return segments(decks) + towers.join('');
}
