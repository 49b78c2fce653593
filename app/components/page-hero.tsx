import type { ReactNode } from 'react';

interface PageHeroProps extends HeroTextProps {
  drawing: ReactNode;
}

/** The opening of most pages: heading and lead beside the page's drawing, which runs out to the edge of the window. */
export function PageHero({ drawing, ...text }: PageHeroProps) {
  return (
    <section className="overflow-clip border-b border-hairline">
      <div className="wrap grid items-end gap-x-8 pt-12 menu:grid-cols-12 menu:pt-20">
        <div className="relative z-10 min-w-0 pb-8 menu:col-span-7 menu:col-start-1 menu:row-start-1 menu:pb-20">
          <HeroText {...text} leadWidth="max-w-(--measure) menu:max-w-[85%]" />
        </div>
        <div className={drawingPlace}>{drawing}</div>
      </div>
    </section>
  );
}

// Out to the edge of the window, however wide the margin beside the page is.
const drawingPlace =
  '-mx-(--gutter) aspect-[8/5] max-h-96 menu:mx-0 menu:-mr-[calc(var(--gutter)+max(0px,50vw-45rem))] menu:max-h-none ' +
  'menu:w-[calc(100%+var(--gutter)+max(0px,50vw-45rem))] menu:max-w-[44rem] menu:justify-self-end ' +
  'menu:col-span-6 menu:col-start-7 menu:row-start-1';

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
