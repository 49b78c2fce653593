import type { ReactNode } from 'react';

import type { Structure } from '../../content/schema/fields.ts';

interface PageHeroProps extends HeroTextProps {
  drawing: ReactNode;
  structure: keyof typeof belowDeck;
}

/**
 * The opening of most pages: heading and lead stand on the deck of the page's drawing, which runs out to both edges of the window.
 * Where there is room for one column only, the drawing follows.
 */
export function PageHero({ drawing, structure, ...text }: PageHeroProps) {
  return (
    <section className={`page-hero ${belowDeck[structure]}`}>
      <div className="wrap">
        <div>
          <HeroText {...text} leadWidth="max-w-(--measure) min-[50rem]:max-w-[72%]" />
        </div>
        <div className="page-hero-drawing">{drawing}</div>
      </div>
    </section>
  );
}

// How much of each drawing's height lies below the deck, or the ground where that runs on to the window's left edge.
const belowDeck = {
  'broken-span': '[--below:0.4]',
  'cable-stayed-fan': '[--below:0.33]',
  cantilever: '[--below:0.43]',
  'closed-loop': '[--below:0.37]',
  'hanger-chart': '[--below:0.16]',
  'jammed-lift': '[--below:0.25]',
  'keystone-arch': '[--below:0.07]',
  'launched-truss': '[--below:0.47]',
  'market-hall': '[--below:0.02]',
  'self-bearing-span': '[--below:0.37]',
  'space-frame': '[--below:0.02]',
  'stepped-viaduct': '[--below:0.3]',
  'swing-bridge': '[--below:0.57]',
} satisfies Record<Structure | 'broken-span' | 'jammed-lift', string>;

interface HeroTextProps {
  title: string;
  lead?: string;
  children?: ReactNode;
  /** The classes that limit the lead's lines. */
  leadWidth?: string;
}

/** A page's heading, its lead and what can be done at once. The heading takes the focus after a page change. */
export function HeroText({ title, lead, children, leadWidth = 'max-w-(--measure)' }: HeroTextProps) {
  return (
    <>
      <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
        {title}
      </h1>
      {lead ? <p className={`mt-6 text-lead text-quiet ${leadWidth}`}>{lead}</p> : null}
      {children ? <div className="mt-8 flex flex-wrap gap-4">{children}</div> : null}
    </>
  );
}
