import type { ReactNode } from 'react';

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
