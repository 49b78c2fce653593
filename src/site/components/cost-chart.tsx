import type { ExampleContent } from '../../content/schema/example.ts';

type Costs = NonNullable<ExampleContent['costs']>;
type Option = Costs['options'][number];

/** Returns the total cost of an option after a number of years. */
export const computeTotalCost = ({ build, run }: Option, years: number): number => build + run * years;

/** Free space above the highest line for its label, in per cent of the height. */
const labelSpace = 14;

/** Line style of each option in turn, and a position of its label clear of the others. Doing nothing ends highest. */
const lineStyles = [
  { line: 'stroke-quiet [stroke-dasharray:8_6]', width: 2, at: 1, dy: -12, textAnchor: 'end' },
  { line: 'stroke-text', width: 2, at: 0.45, dy: -12, textAnchor: 'end' },
  { line: 'stroke-accent', width: 4, at: 0.5, dy: 28, textAnchor: 'start' },
] as const;

/**
 * Total cost of each option over the years, to scale, as cables over a deck. The first option is to do nothing. From
 * each crossing with it a hanger leads down to the year in which the other option has paid for itself.
 */
export function CostChart({ years, year, paidBack, options }: Costs) {
  const most = Math.max(...options.map((option) => computeTotalCost(option, years)));
  const x = (time: number) => `${(time / years) * 100}%`;
  const y = (cost: number) => `${100 - (cost / most) * (100 - labelSpace)}%`;
  const { run = 0 } = options[0] ?? {};
  const crossings = options
    .map((option) => option.build / (run - option.run))
    .filter((time) => time > 0 && time < years);
  return (
    <div aria-hidden="true" className="mb-12 text-small">
      <svg className="block h-96 w-full">
        {options.map((option, index) => {
          const { line, width, at, ...labelPosition } = lineStyles[index] ?? lineStyles[0];
          return (
            <g key={option.name}>
              <line
                y1={y(option.build)}
                x2="100%"
                y2={y(computeTotalCost(option, years))}
                className={line}
                strokeWidth={width}
              />
              <text
                x={x(at * years)}
                y={y(computeTotalCost(option, at * years))}
                {...labelPosition}
                className="fill-text font-bold"
              >
                {option.name}
              </text>
            </g>
          );
        })}
        {crossings.map((time) => {
          const side = time > years / 2 ? ({ dx: -8, textAnchor: 'end' } as const) : { dx: 8 };
          return (
            <g key={time} className="fill-text">
              <line x1={x(time)} x2={x(time)} y1={y(run * time)} y2="100%" className="stroke-text" />
              <circle cx={x(time)} cy={y(run * time)} r="6" />
              <text x={x(time)} y="100%" dy="-12" {...side}>
                {paidBack}
              </text>
            </g>
          );
        })}
        <line y1="100%" x2="100%" y2="100%" className="stroke-text" strokeWidth="6" />
      </svg>
      <Years years={years} marked={new Set(crossings.map(Math.ceil))} />
      <p className="mt-2 text-quiet">{year}</p>
    </div>
  );
}

function Years({ years, marked }: { years: number; marked: ReadonlySet<number> }) {
  return (
    <svg className="block h-9 w-full fill-quiet">
      {Array.from({ length: years }, (_, index) => {
        const [middle, end] = [index + 0.5, index + 1].map((time) => `${(time / years) * 100}%`);
        return (
          <g key={index} className={marked.has(index + 1) ? 'fill-text font-bold' : undefined}>
            <line x1={end} x2={end} y2="100%" className="stroke-outline" />
            <text x={middle} y="75%" textAnchor="middle">
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
