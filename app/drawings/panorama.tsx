import type { ReactNode } from 'react';

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
