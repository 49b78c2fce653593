import { Fragment, type ReactNode } from 'react';
import type { Accent } from '../../content/schema/fields.ts';
import type { ExampleContent } from '../../content/schema/example.ts';
import { drawEan13, computeCheckDigit } from '../drawings/gtin.ts';
import { CostChart, computeTotalCost } from './cost-chart.tsx';

type ExamplePart<Name extends keyof ExampleContent> = NonNullable<ExampleContent[Name]>;

interface WorkedExampleProps {
  example: ExampleContent;
  accent: Accent | undefined;
}

/** An example, before and after, and the sentence that sums it up. */
export function WorkedExample({ example, accent }: WorkedExampleProps) {
  const { title, sentence, figure, papers, gates, days, table, label, costs } = example;
  return (
    <section data-accent={accent} className="example tinted night band">
      <div className="wrap grid gap-x-8 gap-y-8 menu:grid-cols-12">
        {figure ? (
          <p className="order-first menu:col-span-5">
            <strong className="figures block font-display text-brave font-extrabold text-accent">{figure.value}</strong>
            <span className="mt-3 block text-lead">{figure.text}</span>
          </p>
        ) : null}
        <div className={figure ? 'menu:col-span-6 menu:col-start-7' : 'contents'}>
          <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
          <p className={`text-lead text-quiet menu:col-span-6 menu:col-start-7 ${figure ? 'mt-5' : ''}`}>{sentence}</p>
        </div>
        <div className={`figures min-w-0 menu:col-span-12 ${table ? 'overflow-x-auto' : ''}`}>
          {papers ? <Papers papers={papers} accent={accent} /> : null}
          {gates ? <Gates {...gates} /> : null}
          {days ? <Days {...days} /> : null}
          {table ? <MarkedTable {...table} /> : null}
          {label ? <ShelfLabel {...label} /> : null}
          {costs ? <Costs {...costs} /> : null}
        </div>
      </div>
    </section>
  );
}

/** Strikes through wrong text and highlights right text. */
function Marked({ mark, children }: { mark: 'wrong' | 'right' | undefined; children: ReactNode }) {
  if (mark === 'wrong') return <del className="text-quiet decoration-balloon decoration-2">{children}</del>;
  return mark === 'right' ? <strong className="text-accent">{children}</strong> : children;
}

const paperThemes = { slip: 'printed', sheet: 'printed', screen: 'night', code: 'night' } as const;

/** Papers, screens, sheets and code side by side. Of more than three the last one sums up the others. */
function Papers({ papers, accent }: { papers: ExamplePart<'papers'> } & Pick<WorkedExampleProps, 'accent'>) {
  const isMany = papers.length > 3;
  const few = 'gap-x-8 gap-y-6 menu:auto-cols-fr menu:grid-flow-col';
  return (
    <ul className={`grid ${isMany ? 'grid-cols-2 gap-4 *:last:col-span-full menu:grid-cols-4' : few}`}>
      {papers.map(({ title, look, lines }, index) => (
        <li key={title} data-accent={accent} className={`paper ${look} ${paperThemes[look]}`}>
          <h3>{title}</h3>
          <ul className={isMany && index === papers.length - 1 ? 'menu:grid menu:grid-flow-col menu:gap-8' : ''}>
            {lines.map(({ name, text, code, mark }) => {
              // As `code`, without leading spaces: the strike-through then lies on its letters and begins with them.
              const As = code ? 'code' : Fragment;
              const shown = code?.trimStart() ?? text ?? '';
              return (
                <li key={`${name}${text}${code}`}>
                  {name ? <span className="text-quiet">{name}</span> : null}{' '}
                  <As>
                    {code?.slice(0, code.length - shown.length)}
                    <Marked mark={mark}>{shown}</Marked>
                  </As>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Stages on one line, each behind a gate with a way back. With hours they hang from a time scale. */
function Gates({ gate, back, places }: ExamplePart<'gates'>) {
  const hours = places.flatMap(({ hour }) => hour ?? []);
  const isTimed = hours.length > 0;
  return (
    <>
      {isTimed ? <Hours hours={hours} /> : null}
      <ol className="gates grid border-l-3 border-accent menu:auto-cols-fr menu:grid-flow-col menu:grid-rows-[repeat(4,auto)] menu:border-t-3 menu:border-l-0">
        {places.map((place) => (
          <li
            key={place.name}
            className="py-4 pl-5 menu:row-span-4 menu:grid menu:grid-rows-subgrid menu:pt-5 menu:pr-5 menu:pb-0 menu:pl-0 menu:last:pr-0"
          >
            <h3 className="text-h3 font-bold">{place.name}</h3>
            <p className="mt-2">{place.text}</p>
            <p className={isTimed ? 'gate' : 'gate post'}>
              <span className="text-quiet">{gate}</span> <strong className="block">{place.gate}</strong>
            </p>
            <p className={isTimed ? 'mt-3 text-quiet' : 'gate post way-back text-quiet'}>
              {back} <span className="block">{place.back}</span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Hours between the gates, to scale. If the gates stand side by side, a stay leads from each hour to its gate. */
function Hours({ hours }: { hours: readonly number[] }) {
  const at = (hour: number) => `${(hour / (hours.at(-1) ?? 1)) * 99.4 + 0.3}%`;
  return (
    <>
      <svg className="block h-14 w-full text-small" aria-hidden="true">
        <line x2="100%" y1="54" y2="54" className="stroke-quiet" strokeWidth="2" />
        {hours.map((hour) => (
          <line key={hour} x1={at(hour)} x2={at(hour)} y1="16" y2="100%" className="stroke-accent" strokeWidth="3" />
        ))}
        {hours.slice(1).map((hour, index) => (
          <text key={hour} x={at((hour + (hours[index] ?? 0)) / 2)} y="40" textAnchor="middle" className="fill-text">
            {hour - (hours[index] ?? 0)} h
          </text>
        ))}
      </svg>
      <svg className="block h-20 w-full max-menu:hidden" aria-hidden="true">
        {hours.map((hour, index) => (
          <line
            key={hour}
            x1={at(hour)}
            x2={index === 0 ? at(hour) : `${(100 * index) / hours.length}%`}
            y2="100%"
            className="stroke-accent"
            strokeWidth="2"
          />
        ))}
      </svg>
    </>
  );
}

/** Waiting times per stage, before and after, on one scale. */
function Days({ unit, rows }: ExamplePart<'days'>) {
  const totals = rows.map(({ stays }) => stays.reduce((sum, { days }) => sum + days, 0));
  const share = (days: number) => `${(days / Math.max(...totals)) * 100}%`;
  return (
    <div className="grid gap-8">
      {rows.map(({ title, stays }, row) => (
        <section key={title}>
          <h3 className="flex items-baseline justify-between border-b-3 border-accent pb-4 text-h3 font-bold">
            {title}{' '}
            <span className="text-h2">
              {totals[row]} {unit}
            </span>
          </h3>
          <ol>
            {stays.map(({ name, days }, index) => (
              <li
                key={name}
                className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b border-hairline py-[0.6rem] menu:grid-cols-[22rem_4rem_1fr] menu:items-center"
              >
                <span>{name}</span>
                <span>{days}</span>
                <svg className="col-span-full h-[1.1rem] w-full menu:col-auto" aria-hidden="true">
                  <line x2="100%" y1="50%" y2="50%" className="stroke-hairline" />
                  <rect
                    x={share(stays.slice(0, index).reduce((sum, before) => sum + before.days, 0))}
                    width={share(days)}
                    height="100%"
                    className={row === 0 ? 'fill-quiet' : 'fill-accent'}
                  />
                </svg>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** A table whose rows become blocks where the width does not allow columns. */
function MarkedTable({ columns, rows }: ExamplePart<'table'>) {
  return (
    <table className="marked w-full border-collapse text-right">
      <thead className="border-b-3 border-accent text-quiet">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map(({ text, mark }, index) => (
              <td key={columns[index + 1]} data-column={columns[index + 1]}>
                <Marked mark={mark}>{text}</Marked>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Costs of the options: a drawing, and a table of its figures. */
function Costs(costs: ExamplePart<'costs'>) {
  const { columns, years, options } = costs;
  const rows = options.map((option, index) => {
    const mark = index === options.length - 1 ? ('right' as const) : undefined;
    const figures = [option.build, option.run, computeTotalCost(option, years)];
    return {
      name: option.name,
      cells: figures.map((figure, at) => ({ text: `${figure}`, mark: at === 2 ? mark : undefined })),
    };
  });
  return (
    <>
      <CostChart {...costs} />
      <MarkedTable columns={columns} rows={rows} />
    </>
  );
}

/** A workbook row with six digits of the number, beside the label with all digits and the check sum. */
function ShelfLabel({ workbook, columns, article, listed, digits, check, counts, left }: ExamplePart<'label'>) {
  const { odd, even, sum, digit } = computeCheckDigit(digits);
  const rest = counts.map(({ count }) => count).reduce((total, count) => total - count);
  const sums = [`${odd} + 3 × ${even} = ${sum}`, `${sum} + ${digit} = ${sum + digit}`];
  const shown = Number(`${digits}${digit}`).toExponential(5).replace('e', 'E');
  return (
    <div className="grid items-start gap-8 md:grid-cols-2">
      <div>
        <div className="paper sheet printed">
          <h3>{workbook}</h3>
          <ul>
            {[article, shown, String(listed)].map((cell, index) => (
              <li key={columns[index]}>
                <span className="text-quiet">{columns[index]}</span>{' '}
                <Marked mark={index > 0 ? 'wrong' : undefined}>{cell}</Marked>
              </li>
            ))}
          </ul>
        </div>
        <p className="mt-8 text-h3 font-bold">{check}</p>
        {sums.map((one) => (
          <p key={one} className="text-h2 tracking-tight text-accent">
            {one}
          </p>
        ))}
      </div>
      <div className="paper slip printed">
        <h3>{article}</h3>
        <svg viewBox="0 0 95 34" preserveAspectRatio="none" className="mt-4 h-20 w-full" aria-hidden="true">
          <path d={drawEan13(`${digits}${digit}`)} className="fill-text" />
        </svg>
        <p className="mt-2 text-center text-lead tracking-[0.2em]">
          {digits}
          <strong className="text-accent">{digit}</strong>
        </p>
        <ul className="mt-4">
          {counts.map(({ name, count }, index) => (
            <li key={name}>
              <span className="text-quiet">{name}</span> {index === 0 ? count : `−${count}`}
            </li>
          ))}
          <li>
            <span className="text-quiet">{left}</span> <strong className="text-h2 text-accent">{rest}</strong>
          </li>
        </ul>
      </div>
    </div>
  );
}
