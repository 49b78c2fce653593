import type { Structure } from '../../content/schema/fields.ts';
import { getPoster } from './posters.ts';

// Units of one cell: the deck, which the styles of the menu draw from item to item, lies at 30 and the ground at 40.
const cell = { width: 72, height: 42 };

/** The marks of structures in a row, in the given order, as a mask with cells of 72 by 42. */
export function StructureThumbnails({ structures }: { structures: readonly Structure[] }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={structures.length * cell.width}
      height={cell.height}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {structures.map((structure, index) => {
        const transform = `translate(${index * cell.width})`;
        return <path key={transform} d={getPoster(structure).mark} transform={transform} />;
      })}
    </svg>
  );
}
