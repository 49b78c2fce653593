import type { Composition, Service } from '../../content/schema/service.ts';
import { StageDrawing } from '../drawings/sheet.tsx';
import { structures } from '../drawings/structures.ts';
import { TickList } from './blocks.tsx';

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
  look: 'statements' | 'index' | 'ledger';
}

/** What a service does, feature by feature. Another look is `DefinitionGrid`. */
export function Features({ title, items, look }: FeaturesProps) {
  const { heading, list, item, name, text, end = '' } = featureLooks[look];
  return (
    <section className="wrap band pb-0">
      <h2 className={heading}>{title}</h2>
      <ul className={list}>
        {items.map((feature) => (
          <li key={feature.title} className={item}>
            <h3 className={name}>{`${feature.title}${end}`}</h3>
            {end === '' ? null : ' '}
            <p className={text}>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FeatureLook {
  heading: string;
  list: string;
  item: string;
  name: string;
  text: string;
  /** Parts the name from a text on the same line. */
  end?: string;
}

const featureLooks: Readonly<Record<FeaturesProps['look'], FeatureLook>> = {
  /** In display type, with what each means aside. */
  statements: {
    heading: 'text-h3 font-bold text-quiet',
    list: 'mt-6',
    item: 'grid gap-x-8 gap-y-3 border-t border-hairline py-6 md:grid-cols-2 md:items-baseline',
    name: 'text-h2 font-bold',
    text: 'max-w-[33rem] text-quiet',
  },
  /** As the index of a book: two columns of entries that run on. */
  index: {
    heading: 'border-b-3 border-accent pb-4 text-h2 font-bold',
    list: 'mt-8 gap-x-16 md:columns-2',
    item: 'max-w-[33rem] break-inside-avoid pb-6 pl-6 -indent-6',
    name: 'inline font-text font-semibold',
    text: 'inline text-quiet',
    end: '.',
  },
  /** As a ledger: a line each, with the entry on the left and what stands behind it on the right. */
  ledger: {
    heading: 'text-h2 font-bold',
    list: 'mt-8 border-b border-outline',
    item: 'grid gap-x-8 gap-y-1 border-t border-outline py-4 md:grid-cols-12',
    name: 'font-text text-lead font-semibold md:col-span-4',
    text: 'max-w-[33rem] text-quiet md:col-span-7 md:col-start-6',
  },
};

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

interface OrderProps extends Pick<Service, 'composition' | 'structure' | 'steps'> {
  title: string;
}

/** What is done one after the other, and beside each step the page's own structure as far as it then stands. */
export function Order({ title, composition, structure, steps }: OrderProps) {
  const look = looks[composition];
  return (
    <section className={look.section}>
      <div className="wrap">
        <h2 className={look.title}>{title}</h2>
        <ol className={look.list}>
          {steps.map((step, index) => (
            <li key={step.title} className={look.item}>
              <div className={look.stage}>
                <StageDrawing stages={structures[structure].stages} step={index} steps={steps.length} />
              </div>
              <div className={look.words}>
                <h3 className={look.name}>{step.title}</h3>
                <p className="mt-2 max-w-[33rem] text-quiet">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface Look {
  section: string;
  title: string;
  list: string;
  item: string;
  stage: string;
  words: string;
  name: string;
}

const raised = 'band mt-[5rem] border-y border-hairline bg-raised';
const title = 'text-h2 font-bold';
const list = 'mt-12 grid [counter-reset:step]';
const item = '[counter-increment:step]';
const stage = 'aspect-[8/5] print:hidden';
const name = 'numbered text-h3 font-bold';

const looks: Readonly<Record<Composition, Look>> = {
  /** Side by side on one deck. Too narrow for a row, and too wide for drawings below one another: a deck a step. */
  row: {
    section: raised,
    title,
    list: `${list} gap-y-10 wide:auto-cols-fr wide:grid-flow-col`,
    item: `${item} border-accent sm:max-wide:grid sm:max-wide:grid-cols-2 sm:max-wide:items-center sm:max-wide:gap-8 sm:max-wide:border-b-3`,
    stage,
    words:
      'border-t-3 border-accent pt-5 pr-6 sm:max-wide:border-t-0 sm:max-wide:pt-0 sm:max-wide:pr-0 sm:max-wide:pb-4',
    name,
  },
  /**
   * One below the other along a line, with the drawings now on its left and now on its right, each below the words of the step
   * before.
   */
  spine: {
    section: 'band pb-0',
    title: `${title} md:text-center`,
    list: `${list} order-spine`,
    item: `${item} group border-l-3 border-accent pb-10 pl-6 md:grid md:grid-cols-2 md:items-center md:border-l-0 md:p-0 wide:not-first:-mt-12`,
    stage: `${stage} md:group-even:order-1`,
    words: 'md:max-w-[28rem] md:px-12 md:group-even:justify-self-end',
    name,
  },
  /** As plates: each drawing large, its words beside it as long as it is in view. */
  plates: {
    section: 'band pb-0',
    title,
    list,
    item: `${item} mb-10 md:grid md:grid-cols-[2fr_1fr] md:items-start md:gap-12`,
    stage: `${stage} border border-hairline bg-raised`,
    words: 'pt-5 md:sticky md:top-[calc(var(--header-height)+1rem)]',
    name,
  },
  /** As lines of a ledger, each with a small drawing. */
  ledger: {
    section: raised,
    title,
    list,
    item: `${item} flex items-end gap-6 border-b border-outline`,
    stage: `${stage} w-[28%] max-w-[12rem]`,
    words: 'flex-1 self-center py-5 wide:grid wide:grid-cols-[2fr_5fr] wide:items-baseline',
    name: `${name} numbered-aside`,
  },
};
