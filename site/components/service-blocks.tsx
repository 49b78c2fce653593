import type { ReactNode } from 'react';

import type { Accent } from '../../content/schema/fields.ts';
import type { Service } from '../../content/schema/service.ts';
import { StageDrawing } from '../drawings/sheet.tsx';
import { structures } from '../drawings/structures.ts';
import { ActionLink, belowDeck } from './blocks.tsx';

interface BuiltProps extends Pick<Service, 'structure'> {
  title: string;
  /** Whether the first sentence below speaks louder than the title. */
  isLabel?: boolean;
  /** What has been built so far, where the words have it. */
  caption?: string | undefined;
  /** Which of so many parts of the page it is. */
  part: number;
  parts: number;
  children: ReactNode;
}

/** A heading that is quieter than the first sentence below it. */
export const label = 'text-h3 font-bold text-quiet';

/** A part of the page and beside it the page's structure, as far as it stands when one has read so far. */
export function BuiltPart({ title, isLabel = false, structure, caption, part, parts, children }: BuiltProps) {
  const { stages, sky = 0 } = structures[structure];
  return (
    <section className="built band pb-0">
      <div className="wrap">
        <h2 className={isLabel ? label : 'text-h2 font-bold'}>{title}</h2>
        <figure className="built-drawing">
          {caption ? <figcaption>{caption}</figcaption> : null}
          <StageDrawing {...{ stages, sky, part, parts }} />
        </figure>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

interface ClosingProps extends Omit<BuiltProps, 'children' | 'isLabel' | 'caption' | 'part'> {
  text: string;
  label: string;
  to: string;
  /** What an enquiry is about that it begins. */
  about: string;
}

/** The end of the page: the finished structure carries what to do next. */
export function ClosingSpan({ title, text, label, to, about, structure, parts }: ClosingProps) {
  const { stages, runsOn } = structures[structure];
  return (
    <section className={`page-hero closing tinted mt-(--band) border-t border-hairline ${belowDeck[structure]}`}>
      <div className="wrap">
        <div>
          <h2 className="text-h2 font-bold">{title}</h2>
          <p className="mt-5 text-lead text-quiet min-[50rem]:max-w-[72%]">{text}</p>
          <p className="mt-8">
            <ActionLink to={to} label={label} about={about} />
          </p>
        </div>
        <div className="page-hero-drawing">
          <StageDrawing stages={stages} runsOn={runsOn} part={parts} parts={parts} />
        </div>
      </div>
    </section>
  );
}

interface FeaturesProps {
  title: string;
  items: readonly { title: string; text: string }[];
  /** Of its marks. */
  accent?: Accent | undefined;
  look: 'statements' | 'commits' | 'ledger' | 'rules' | 'columns' | 'suite' | 'deck' | 'sheets' | 'slips' | 'listings';
}

/** What a service does, feature by feature. Another look is `DefinitionGrid`. */
export function Features({ title, items, accent, look }: FeaturesProps) {
  const { list, item, name, text } = featureLooks[look];
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul data-accent={accent} className={list}>
        {items.map((feature) => (
          <li key={feature.title} className={item}>
            <h3 className={name}>{feature.title}</h3>
            <p className={text}>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FeatureLook {
  list: string;
  item: string;
  name: string;
  text: string;
}

const plain: Omit<FeatureLook, 'list'> = {
  item: '',
  name: 'font-text font-semibold',
  text: 'mt-2 text-quiet',
};

const inRow = 'filled abreast mt-8 grid gap-4';

const display = 'text-h3 font-bold';

const featureLooks: Readonly<Record<FeaturesProps['look'], FeatureLook>> = {
  /** In display type, with what each means aside. */
  statements: {
    list: 'mt-6',
    item: 'grid items-baseline gap-x-8 border-t border-hairline py-5 md:grid-cols-2',
    name: display,
    text: 'max-w-[33rem] text-quiet',
  },
  /** As the history of a branch: each on one line through all. */
  commits: {
    ...plain,
    list: 'commits mt-8',
    name: display,
    item: 'gap-x-8 py-3 pl-9 menu:grid menu:grid-cols-[2fr_5fr] menu:items-baseline',
  },
  /** As a ledger: a line each, with the entry on the left and what stands behind it on the right. */
  ledger: {
    list: 'mt-8 border-b border-outline',
    item: 'grid gap-x-8 border-t border-outline py-4 menu:grid-cols-12',
    name: 'font-text text-lead font-semibold menu:col-span-5',
    text: 'max-w-[33rem] text-quiet menu:col-span-6 menu:col-start-7',
  },
  /** As a decision table: the number of the rule, when it applies, what follows. */
  rules: { ...plain, name: display, list: 'rules printed mt-8' },
  /** As the columns of a sheet, each under its head. */
  columns: {
    ...plain,
    list: 'printed mt-8 grid border border-outline menu:auto-cols-fr menu:grid-flow-col menu:grid-rows-[auto_1fr]',
    item: 'border-outline menu:row-span-2 menu:grid menu:grid-rows-subgrid menu:not-first:border-l',
    name: 'grid items-end bg-(--head) px-4 py-3 font-text font-semibold',
    text: 'p-4 text-quiet',
  },
  /** Hung side by side from one deck. */
  deck: {
    ...plain,
    list: 'abreast mt-8 grid gap-y-6 border-t-3 border-accent',
    item: 'border-l-3 border-accent pt-5 pr-6 pl-5',
  },
  /** A sheet of the inventory for each. */
  sheets: { ...plain, list: inRow, item: 'paper sheet printed', text: 'p-3 text-quiet' },
  /** As the labels on a shelf. */
  slips: {
    ...plain,
    list: `${inRow} border-t-3 border-accent`,
    item: 'paper slip printed',
  },
  /** As files beside one another. */
  listings: { ...plain, list: 'filled mt-8 grid gap-4', item: 'paper code' },
  /** As the report of a test run: a line each, and it passes. */
  suite: {
    ...plain,
    name: display,
    list: 'suite mt-8 bg-raised grid gap-6 border-l-3 border-outline p-6',
    item: 'menu:grid menu:grid-cols-[1fr_2fr] menu:items-baseline menu:gap-8',
  },
};

interface TechnologyGridProps {
  title: string;
  /** A service may name none. */
  names?: readonly string[] | undefined;
}

/** Names, hung under a deck in as many columns as have room, up to four. */
export function TechnologyGrid({ title, names }: TechnologyGridProps) {
  if (!names) return null;
  return (
    <div>
      <h2 className="text-h3 font-bold">{title}</h2>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(max(9rem,20%),1fr))] gap-x-8 border-t-3 border-accent *:border-b *:border-hairline *:py-[0.6rem]">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

interface StepsProps {
  steps: Service['steps'];
  look: keyof typeof stepLooks;
}

/** What is done one after the other. */
export function Steps({ steps, look }: StepsProps) {
  const { list, item, name } = stepLooks[look];
  return (
    <ol className={`[counter-reset:step] ${list}`}>
      {steps.map((step) => (
        <li key={step.title} className={`[counter-increment:step] ${item}`}>
          <h3 className={`numbered text-h3 font-bold ${name}`}>{step.title}</h3>
          <p className="mt-2 max-w-[33rem] text-quiet">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

/** By its place, to the right or upwards. */
const raised = 'max-menu:ml-[calc(var(--step)*0.75rem)] menu:mt-[calc(12rem-var(--step)*3rem)]';

const stepLooks = {
  /** Side by side on one deck. */
  row: {
    list: 'mt-12 grid gap-y-8 menu:auto-cols-fr menu:grid-flow-col',
    item: 'border-t-3 border-accent pt-5 pr-6',
    name: 'numbered-above',
  },
  /** Line by line as a schedule. */
  lines: {
    list: '',
    item: 'grid gap-x-8 border-t border-outline py-3 menu:grid-cols-[2fr_3fr] menu:items-baseline',
    name: '',
  },
  /** Each a landing higher than the one before: the last step stands highest, and all on one ground. */
  stair: {
    list: 'stair mt-8 grid border-b-3 border-accent menu:auto-cols-fr menu:grid-flow-col',
    item: `border-l-3 border-t-3 border-accent pt-5 pr-6 pl-6 pb-6 menu:last:border-r-3 ${raised}`,
    name: 'numbered-above',
  },
} as const;
