import { beginEnquiry, sectorKey } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/kinds.ts';
import type { Way } from '../components/answers.tsx';
import { ActionLink } from '../components/blocks.tsx';
import { LoadSpan, standing } from './load-span.tsx';
import { sectorLoadsPath } from './sector-loads.tsx';
import { banks } from './load-span-points.ts';

type Page = Content['home']['sectors'];
type Item = Page['items'][number] & { ways: readonly Way[] };
type SectorsProps = Omit<Page, 'items'> & { items: readonly Item[] };

/** The sectors, each with its worst day: the bridge above them bears it. Each leads to the contact form with the subject begun. */
export function Sectors({ title, line, action, slider, items }: SectorsProps) {
  return (
    <section>
      <div className="wrap grid gap-x-8 gap-y-4 pb-10 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="max-w-(--measure) text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      {/* The stage stays until the last row has passed. */}
      <div>
        <div data-stage className="sector-stage">
          <LoadSpan />
          <input
            type="range"
            min={banks.left}
            max={banks.right}
            step="2"
            defaultValue={standing}
            aria-label={slider.label}
            data-position={slider.position}
            hidden
          />
        </div>
        <ul className="wrap fill-text stroke-cable">
          {items.map((item) => (
            <Row key={item.name} {...item} to={action.to} />
          ))}
        </ul>
      </div>
      <p className="wrap pt-10">
        <ActionLink {...action} />
      </p>
    </section>
  );
}

/** A sector, its load, and what the site has for it. */
function Row({ name, load, icon, description, ways, to }: Item & { to: string }) {
  return (
    <li id={sectorKey(name)} className="grid items-baseline gap-x-8 border-b border-hairline py-5 menu:grid-cols-12">
      <h3 className="text-h3 font-bold menu:col-span-3">
        <a href={beginEnquiry(to, sectorKey(name))} className="block w-fit py-2.5 hover:text-lamp">
          {name}
        </a>
      </h3>
      <p data-load className="font-display text-h3 text-quiet menu:col-span-3">
        {load}
        {icon ? (
          <svg viewBox="0 0 268 72" aria-hidden="true" className="my-3 max-w-72">
            <use href={`${sectorLoadsPath}#${icon}`} />
          </svg>
        ) : null}
      </p>
      <div className="grid gap-2 text-quiet menu:col-span-6">
        <p>{description}</p>
        {ways.map((way) => (
          <p key={way.to}>
            <a href={way.to} className="text-harbour underline">
              {way.name}
            </a>{' '}
            {way.text}
          </p>
        ))}
      </div>
    </li>
  );
}
