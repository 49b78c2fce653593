import type { ReactNode } from 'react';

interface PageHeroProps {
  title: string;
  lead?: string;
  drawing: ReactNode;
  children?: ReactNode;
}

/** The opening of every page but the first: its heading and lead beside its drawing. The heading takes the focus after a page change. */
export function PageHero({ title, lead, drawing, children }: PageHeroProps) {
  return (
    <section className="overflow-clip border-b border-hairline">
      <div className="wrap grid items-end gap-x-8 pt-12 menu:grid-cols-12 menu:pt-20">
        <div className="relative z-10 min-w-0 pb-8 menu:col-span-7 menu:pb-20">
          <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
            {title}
          </h1>
          {lead ? <p className="mt-6 max-w-(--measure) text-lead text-quiet">{lead}</p> : null}
          {children ? <div className="mt-8 flex flex-wrap gap-4">{children}</div> : null}
        </div>
        <div className="page-hero-drawing menu:col-span-5">{drawing}</div>
      </div>
    </section>
  );
}
