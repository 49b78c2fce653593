import { type ReactNode, useId } from 'react';

import type { Gradient } from '../../content/schema/fields.ts';
import { segments } from './geometry.ts';

/** Every structure is drawn on a sheet of this size, y downwards. */
export const sheet = { width: 640, height: 400 };

const wholeSheet = [0, sheet.width] as const;

interface SheetProps {
  /** The heights at which deck, water and ground run on to the left, as hairlines, as far as the place around the sheet shows them. */
  runsOn?: readonly number[];
  children: ReactNode;
}

/** The paper of a drawing. Its lines keep their weight at every size: a thumbnail is as crisp as a full page. */
export function Sheet({ runsOn, children }: SheetProps) {
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-full"
    >
      {runsOn ? <FineLine d={segments(runsOn.map((y) => [[0, y] as const, [-2000, y] as const]))} /> : null}
      {children}
    </svg>
  );
}

/** What stands and carries: towers, piers, decks, ribs. */
export function StructureLine({ d }: { d: string }) {
  return <path d={d} className="stroke-quiet" strokeWidth="2.25" vectorEffect="non-scaling-stroke" />;
}

/** What fills in: hangers, stays and bracing. */
export function WebLine({ d }: { d: string }) {
  return <path d={d} className="stroke-quiet opacity-60" strokeWidth="1" vectorEffect="non-scaling-stroke" />;
}

/** What lies behind: ground, water, courses, construction lines. */
export function FineLine({ d }: { d: string }) {
  return <path d={d} className="stroke-hairline" strokeWidth="1" vectorEffect="non-scaling-stroke" />;
}

/** What is not there yet, or moves: sweeps and missing parts. */
export function DashedLine({ d }: { d: string }) {
  return (
    <path
      d={d}
      className="stroke-quiet opacity-60"
      strokeWidth="1"
      strokeDasharray="2 6"
      vectorEffect="non-scaling-stroke"
    />
  );
}

/**
 * The one line of a drawing that bears the accent: the first colour on the left, the second on the right. `x` says
 * between which sheet units the one turns into the other; without it, over the whole sheet.
 */
export function MainLine({
  d,
  gradient,
  x = wholeSheet,
}: {
  d: string;
  gradient: Gradient;
  x?: readonly [number, number];
}) {
  const id = `line${useId().replace(/\W/g, '')}`;
  return (
    <>
      {/* In the sheet's own units: a horizontal line has no bounding box to stretch a gradient over. */}
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={x[0]} x2={x[1]}>
        <stop data-accent={gradient[0]} className="stop" />
        <stop data-accent={gradient[1]} className="stop" offset="1" />
      </linearGradient>
      <path d={d} stroke={`url(#${id})`} className="cable" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </>
  );
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
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fit}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-full overflow-visible"
    >
      {children}
    </svg>
  );
}

/** What is to be built: as strong as what stands, in dashes. */
export function PlannedLine({ d }: { d: string }) {
  return (
    <path d={d} className="stroke-quiet" strokeWidth="1.75" strokeDasharray="7 7" vectorEffect="non-scaling-stroke" />
  );
}

/**
 * The long paper of a product's drawing: 1600 by 400, y downwards, the ground on its lower edge. It stands in the middle of its
 * place. A narrow screen sees its middle 700 units, and on a wide one lines that run past its ends go on to the edges.
 */
export function Panorama({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 1600 400"
      fill="none"
      overflow="visible"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-[max(6rem,min(max(13rem,26vw),44svh,60svh-7rem,27rem))]"
    >
      {children}
    </svg>
  );
}

/** What carries and hides what is behind it: towers, piers, girders. */
export function Body({ d }: { d: string }) {
  return <path d={d} className="fill-raised stroke-quiet" strokeWidth="2.25" vectorEffect="non-scaling-stroke" />;
}

/** What says which product it is, in the accent that stands around the drawing. */
export function AccentLine({ d }: { d: string }) {
  return <path d={d} className="stroke-accent" strokeWidth="3.5" vectorEffect="non-scaling-stroke" />;
}

/** The same, where it hides what is behind it. */
export function AccentBody({ d }: { d: string }) {
  return <path d={d} className="fill-raised stroke-accent" strokeWidth="3.5" vectorEffect="non-scaling-stroke" />;
}
