import type { ReactNode } from 'react';

import type { Accent } from '../../content/schema/fields.ts';
import type { ProductIcon } from '../../content/schema/product.ts';
import { carrierRates } from './documents/carrier-rates.ts';
import { handOver } from './documents/hand-over.ts';
import { itemLabel } from './documents/item-label.ts';
import { journal } from './documents/journal.ts';
import { keptReadings } from './documents/kept-readings.ts';
import { leaveRequest } from './documents/leave-request.ts';
import { type DocumentLines, paper, wholeSheet } from './documents/paper.ts';
import { sampleRecord } from './documents/sample-record.ts';
import { scorecard } from './documents/scorecard.ts';
import { pen } from './sheet.tsx';

/** Where `DocumentSheet` is served. */
export const documentsPath = '/product-documents.svg';

export const documentOf: Record<ProductIcon, DocumentLines> = {
  'people-link': journal,
  label: itemLabel,
  parcel: carrierRates,
  chip: keptReadings,
  flask: sampleRecord,
  medicine: handOver,
  'person-card': leaveRequest,
  shortlist: scorecard,
};

interface DocumentProps {
  icon: ProductIcon;
  accent: Accent;
}

/** The screen or the paper that people see of a product, large. It hangs from the upper edge of its place. */
export function ProductDocument({ icon, accent }: DocumentProps) {
  return (
    <Paper icon={icon} accent={accent}>
      <Lines icon={icon} weight={1.5} />
    </Paper>
  );
}

/** The same, small, out of the file with all of them: a page that shows eight would be too large to come in one round trip. */
export function LinkedDocument({ icon, accent, className }: DocumentProps & { className?: string }) {
  return (
    <Paper icon={icon} accent={accent} className={className}>
      <use href={`${documentsPath}#${icon}`} />
    </Paper>
  );
}

/** The file with all documents. */
export function DocumentSheet() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg">
      {(Object.keys(documentOf) as ProductIcon[]).map((icon) => (
        <Lines key={icon} icon={icon} weight={1} />
      ))}
    </svg>
  );
}

interface PaperProps extends DocumentProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Its ground stays light or dark in both themes, and so its accent is named anew: an inherited one has the page's colour. */
function Paper({ icon, accent, className = '', children }: PaperProps) {
  const ground = documentOf[icon].isScreen ? 'dim' : 'lit';
  return (
    <svg
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      {...pen}
      data-accent={accent}
      className={`${ground} ${className}`}
    >
      {children}
    </svg>
  );
}

/**
 * Colours come from the paper alone, its fill, its stroke and its text's: no style sheet of a page reaches into another file.
 * `weight` is for the size at which it is shown, since lines do not grow with it.
 */
function Lines({ icon, weight }: { icon: ProductIcon; weight: number }) {
  const { surface = wholeSheet, frame, rules, words, mark, solid } = documentOf[icon];
  return (
    <g id={icon}>
      <path d={surface} stroke="none" />
      <path d={frame} fill="none" strokeWidth={1.75 * weight} vectorEffect="non-scaling-stroke" />
      <path d={words} fill="none" strokeWidth={weight} strokeOpacity=".6" vectorEffect="non-scaling-stroke" />
      <path d={rules} fill="none" strokeWidth={weight} strokeOpacity=".3" vectorEffect="non-scaling-stroke" />
      {mark ? (
        <path d={mark} fill="none" stroke="currentColor" strokeWidth={2.5 * weight} vectorEffect="non-scaling-stroke" />
      ) : (
        <path d={solid} stroke="none" fill="currentColor" />
      )}
    </g>
  );
}
