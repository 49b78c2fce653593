import { type ReactNode, useId } from 'react';

import type { Gradient } from '../../content/accent.ts';

/** Every structure is drawn on a sheet of this size, y downwards. */
export const sheet = { width: 640, height: 400 };

const wholeSheet = [0, sheet.width] as const;

/** The paper of a drawing. Its lines keep their weight at every size: a thumbnail is as crisp as a full page. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-full"
    >
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
      <path d={d} stroke={`url(#${id})`} strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </>
  );
}
