import { type ReactNode, useId } from 'react';

import type { Gradient } from '../../content/schema/fields.ts';
import { each, level, type Point } from './geometry.ts';

/** Every structure is drawn on a sheet of this size, y downwards. */
export const sheet = { width: 640, height: 400 };

const wholeSheet = [0, sheet.width] as const;

/** What all drawings have in common: lines without a fill, with round ends, which say nothing to a screen reader. */
export const pen = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true } as const;

/** The heights at which a structure's deck, and the ground or the water below it, run on to the left. */
export interface RunsOn {
  deck: readonly number[];
  ground?: number;
}

interface SheetProps {
  /** As far as the place around the sheet shows them. */
  runsOn?: RunsOn | undefined;
  /** How much of the sheet is left away above the drawing, which then stands on the foot of its place. */
  sky?: number | undefined;
  children: ReactNode;
}

/** The paper of a drawing. Its lines keep their weight at every size: a thumbnail is as crisp as a full page. */
export function Sheet({ runsOn, sky, children }: SheetProps) {
  return (
    <svg
      viewBox={`0 ${sky ?? 0} ${sheet.width} ${sheet.height - (sky ?? 0)}`}
      {...pen}
      preserveAspectRatio={sky === undefined ? undefined : 'xMidYMax'}
      className="size-full"
    >
      {runsOn ? <Line.Structure d={each(runsOn.deck, toTheLeft)} /> : null}
      {runsOn?.ground ? <Line.Fine d={toTheLeft(runsOn.ground)} /> : null}
      {children}
    </svg>
  );
}

const toTheLeft = (y: number) => level(y, 0, -2000);

/** The kinds of line, by what they are drawn for. Their weight is the same at every size of the drawing. */
export const Line = {
  /** What stands and carries: towers, piers, decks, ribs. */
  Structure: line('stroke-quiet', 2.25),
  /** What fills in: hangers, stays and bracing. */
  Web: line('stroke-quiet opacity-60', 1),
  /** What lies behind: ground, water, courses, construction lines. */
  Fine: line('stroke-hairline', 1),
  /** The main line of a drawing that has no colours of its own: the cable. */
  Cable: line('cable stroke-cable', 3),
  /** What is not there yet, or moves: sweeps and missing parts. */
  Dashed: line('stroke-quiet opacity-60', 1, '2 6'),
  /** What is to be built: as strong as what stands, in dashes. */
  Planned: line('stroke-quiet', 1.75, '7 7'),
  /** What says which product it is, in the accent that stands around the drawing. */
  Accent: line('stroke-accent', 3.5),
};

/** What a drawing is told that is in the colours of its page, and may have words of its page. */
export interface InColours {
  gradient: Gradient;
  tags?: readonly string[] | undefined;
}

/** What is printed: light in both themes. */
export const Paper = ({ children }: { children: ReactNode }) => <g className="lit">{children}</g>;

interface MainLineProps extends Pick<InColours, 'gradient'> {
  d: string;
  x?: readonly [number, number];
  /** Whether what it goes round is tinted. */
  filled?: true;
}

/**
 * The one line of a drawing that bears the accent: the first colour on the left, the second on the right. `x` says
 * between which sheet units the one turns into the other; without it, over the whole sheet.
 */
export function MainLine({ d, gradient, x = wholeSheet, filled }: MainLineProps) {
  const id = `line${useId().replace(/\W/g, '')}`;
  return (
    <>
      {/* In the sheet's own units: a horizontal line has no bounding box to stretch a gradient over. */}
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={x[0]} x2={x[1]}>
        <stop data-accent={gradient[0]} className="stop" />
        <stop data-accent={gradient[1]} className="stop" offset="1" />
      </linearGradient>
      <path
        d={d}
        stroke={`url(#${id})`}
        fill={filled && `url(#${id})`}
        fillOpacity={filled && 0.28}
        className="cable"
        strokeWidth="3"
      />
    </>
  );
}

interface TagsProps extends Pick<InColours, 'tags'> {
  /** The middle of each on its line, and how large it is. */
  at: readonly (readonly [...Point, size?: number])[];
}

/** What is written in a drawing: what the page says as well, so that nothing is lost where it is not read. 14 px on a phone. */
export function Tags({ tags, at }: TagsProps) {
  return tags?.map((tag, index) => {
    const [x, y, size = 23] = at[index] ?? [];
    return (
      <text key={tag} x={x} y={y} fontSize={size} fontWeight="600" textAnchor="middle" className="fill-text">
        {tag}
      </text>
    );
  });
}

interface OpenSheetProps {
  width: number;
  height: number;
  /** How the sheet is laid into its place, in SVG's own words: `xMidYMax slice` fills it, `none` stretches the sheet. */
  fit: string;
  children: ReactNode;
}

/** A sheet of any size whose lines may run on beyond it, as far as the place around it shows them. */
export function OpenSheet({ width, height, fit, children }: OpenSheetProps) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio={fit} {...pen} className="size-full overflow-visible">
      {children}
    </svg>
  );
}

function line(className: string, strokeWidth: number, strokeDasharray?: string) {
  return function DrawnLine({ d }: { d: string }) {
    return <path d={d} {...{ className, strokeWidth, strokeDasharray }} />;
  };
}
