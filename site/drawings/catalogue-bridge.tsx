import type { Accent } from '../../content/schema/fields.ts';
import type { ProductIcon } from '../../content/schema/product.ts';
import { span, spanOf } from './catalogue-spans.ts';
import { catenary, each, level, place, polyline, range, uprights } from './geometry.ts';
import { Body, CableLine, pen, StructureLine } from './sheet.tsx';

const { width, top, deck, ground } = span;

interface CatalogueBridgeProps {
  products: readonly { title: string; icon: ProductIcon; color: Accent }[];
  /** How many spans have room: beyond the last product the deck runs on alone. Bridges of as much room are as high. */
  room?: number;
}

/** A bridge with a span for each product, in its colour. Two of them side by side are one bridge. */
export function CatalogueBridge({ products, room = products.length }: CatalogueBridgeProps) {
  return (
    <svg viewBox={`0 0 ${room * width} ${ground}`} {...pen} className="w-full">
      <StructureLine d={each([deck, deck + 10], (y) => level(y, 0, room * width))} />
      {products.map(({ title, icon, color }, index) => (
        <svg key={title} x={index * width} overflow="visible" data-accent={color}>
          <path d={spanOf[icon]} className="stroke-accent" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        </svg>
      ))}
      <Body d={towers(products.length)} />
    </svg>
  );
}

/** They stand in front of what they carry, so that it ends at their edge. */
function towers(spans: number): string {
  return each(range(spans + 1), (index) => {
    const x = index * width;
    return polyline([x - 11, ground], [x - 4, top - 8], [x + 4, top - 8], [x + 11, ground]);
  });
}

/** A cable as wide as its place, with a hanger for each of four things that stand below it at equal distances. */
export function HangingCable() {
  return (
    <svg
      viewBox="0 0 1000 60"
      preserveAspectRatio="none"
      fill="none"
      overflow="visible"
      aria-hidden="true"
      className="h-14 w-full"
    >
      <path d={hangers} className="stroke-quiet" strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
      <CableLine d={polyline(...cable)} />
    </svg>
  );
}

const cable = catenary(500, 40, 32).map(place([500, 0]));
const hung = cable.filter((_, index) => index % 8 === 4);
const hangers = uprights(hung, 60);
