import type { Service } from '../../content/schema/service.ts';
import { TickList } from '../components/lists.tsx';

interface TextsProps {
  title: string;
  items: readonly string[];
}

/** What a service is, beside its heading. */
export function DescriptionAside({ title, items }: TextsProps) {
  return (
    <section className="wrap band grid gap-x-8 gap-y-6 pb-0 menu:grid-cols-12">
      <h2 className="text-h2 font-bold menu:col-span-4">{title}</h2>
      <div className="max-w-(--measure) space-y-5 text-lead menu:col-span-7 menu:col-start-6">
        {items.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

/** What a service is, a column a paragraph. */
export function DescriptionColumns({ title, items }: TextsProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <div className="mt-8 grid gap-x-16 gap-y-5 text-lead md:grid-cols-2">
        {items.map((paragraph) => (
          <p key={paragraph} className="max-w-(--measure)">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}

interface FeaturesProps {
  title: string;
  items: readonly { title: string; text: string }[];
}

/** Features as statements in display type, with what each means aside. */
export function FeatureStatements({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h3 font-bold text-quiet">{title}</h2>
      <ul className="mt-6">
        {items.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-8 gap-y-3 border-t border-hairline py-6 md:grid-cols-2 md:items-baseline"
          >
            <h3 className="text-h2 font-bold">{item.title}</h3>
            <p className="max-w-[33rem] text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Features as the index of a book: two columns of entries that run on. */
export function FeatureIndex({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="border-b-3 border-accent pb-4 text-h2 font-bold">{title}</h2>
      <ul className="mt-8 gap-x-16 md:columns-2">
        {items.map((item) => (
          <li key={item.title} className="max-w-[33rem] break-inside-avoid pb-6 pl-6 -indent-6">
            <h3 className="inline font-text font-semibold">{item.title}.</h3>{' '}
            <p className="inline text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Features as a ledger: a line each, with the entry on the left and what stands behind it on the right. */
export function FeatureLedger({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul className="mt-8 border-b border-outline">
        {items.map((item) => (
          <li key={item.title} className="grid gap-x-8 gap-y-1 border-t border-outline py-4 md:grid-cols-12">
            <h3 className="font-text text-lead font-semibold md:col-span-4">{item.title}</h3>
            <p className="max-w-[33rem] text-quiet md:col-span-7 md:col-start-6">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first benefit as large as a heading, the others quietly below it. */
export function BenefitStatement({ title, items }: TextsProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h3 font-bold text-quiet">{title}</h2>
      <ul className="mt-4 grid gap-x-16 gap-y-6 text-lead text-quiet md:grid-cols-2">
        {items.map((item) => (
          <li
            key={item}
            className="first:pb-4 first:font-display first:text-h1/[1.05] first:font-bold first:text-balance first:text-text md:first:col-span-2"
          >
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function BenefitList({ title, items }: TextsProps) {
  return (
    <>
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul className="mt-6 max-w-(--measure) text-lead">
        {items.map((item) => (
          <li key={item} className="border-t border-hairline py-4">
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is handed over, as the paper that comes with a delivery: ruled, and ticked off line by line. */
export function DeliveryNote({ title, items }: TextsProps) {
  return (
    <div className="border border-t-3 border-outline border-t-accent bg-raised px-6 py-6">
      <h2 className="text-h3 font-bold">{title}</h2>
      <TickList items={items} />
    </div>
  );
}

interface TechnologyGridProps {
  title: string;
  /** A service may name none. */
  names?: readonly string[] | undefined;
}

/** Cells hung under a deck: as many in a row as its place has width for. */
export function TechnologyGrid({ title, names }: TechnologyGridProps) {
  if (!names) return null;
  return (
    <div>
      <h2 className="text-h3 font-bold">{title}</h2>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.4rem),1fr))] border-t-3 border-accent pb-px pl-px *:-mb-px *:-ml-px *:border *:border-t-0 *:border-hairline *:p-4 *:font-medium">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** What a page explains by an example: a table, of which each row becomes a block where it has no width for columns. */
export function Diagram({ diagram }: { diagram: Service['diagram'] }) {
  if (!diagram) return null;
  const { title, note, columns, rows } = diagram;
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <p className="mt-5 max-w-[33rem] text-quiet">{note}</p>
      <table className="diagram mt-8 figures w-full border-collapse text-left md:[&_tbody_th]:whitespace-nowrap">
        <thead className="border-b-3 border-accent text-quiet max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="border-accent max-md:border-t-3">
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} data-column={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
