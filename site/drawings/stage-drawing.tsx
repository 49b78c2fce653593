import { Sheet } from './sheet.tsx';

/** What one stage of building or loading brings to a structure, as SVG paths on the sheet of a service. */
export interface Stage {
  /** The lines that it adds, and that stay. */
  adds: string;
  /** The same, for lines that fill in: hangers, bracing, courses. */
  fills?: string;
  /** What is there at this stage alone: a crane, falsework, a load. */
  aids?: string;
}

interface StageDrawingProps {
  stages: readonly Stage[];
  /** Which of so many steps is shown, from 0. The drawing of the first has to be on the page: it holds the paths for all. */
  step: number;
  steps: number;
}

/**
 * A structure as a step leaves it: what stands, in the accent what this step added, in dashes what is still to come. With fewer
 * steps than stages a step brings several. A page has one such structure.
 */
export function StageDrawing({ stages, step, steps }: StageDrawingProps) {
  const [before, now] = [step, step + 1].map((count) => Math.floor((count * stages.length) / steps));
  const stand = stages.slice(0, now);
  const aids = stand.at(-1)?.aids;
  return (
    <Sheet>
      {step === 0 ? <defs>{stages.map(parts)}</defs> : null}
      {aids ? <path d={aids} className="stroke-quiet opacity-60" vectorEffect="non-scaling-stroke" /> : null}
      {stand.map(({ adds, fills }, index) =>
        fills ? <use key={adds} href={`#fill-${index}`} className="stroke-quiet opacity-60" /> : null,
      )}
      {stages.map(({ adds }, index) => (
        <use key={adds} href={`#stage-${index}`} {...lineOf(index, before, now)} />
      ))}
    </Sheet>
  );
}

function parts({ adds, fills }: Stage, index: number) {
  return [
    <path key={adds} id={`stage-${index}`} d={adds} vectorEffect="non-scaling-stroke" />,
    fills ? <path key="fills" id={`fill-${index}`} d={fills} vectorEffect="non-scaling-stroke" /> : null,
  ];
}

function lineOf(index: number, before = 0, now = 0) {
  if (index >= now) return { className: 'stroke-outline', strokeDasharray: '1 5' };
  return index < before
    ? { className: 'stroke-quiet', strokeWidth: 1.75 }
    : { className: 'stroke-accent', strokeWidth: 3 };
}
