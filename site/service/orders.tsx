import type { Composition, Service } from '../../content/schema/service.ts';
import { StageDrawing } from '../drawings/sheet.tsx';
import { structures } from '../drawings/structures.ts';

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
