import { beginEnquiry, createSectorKey } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/content-types.ts';
import type { Way } from '../components/answers.tsx';
import { ActionLink } from '../components/blocks.tsx';
import { LoadSpan } from './load-span.tsx';
import { spanLength } from './loaded-cable.ts';

type Page = Content['home']['sectors'];
type Item = Page['items'][number] & { ways: readonly Way[] };
type SectorsProps = Omit<Page, 'items'> & { items: readonly Item[] };

/** Sectors, each with its worst day as a load on the bridge and a link to the contact form with the subject set. */
export function Sectors({ title, line, action, slider, items }: SectorsProps) {
  return (
    <section>
      <div className="wrap grid gap-x-8 gap-y-4 pb-10 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="max-w-(--measure) text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      {/* The stage stays until the last row has passed. */}
      <div>
        <div data-stage className="sector-stage sky">
          <LoadSpan load={items[0]?.icon} />
          <input
            type="range"
            max={spanLength}
            step="2"
            aria-label={slider.label}
            data-position={slider.position}
            hidden
          />
        </div>
        <ul className="wrap">
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

/** A sector, its load, and related links. */
function Row({ name, load, icon, description, ways, to }: Item & { to: string }) {
  return (
    <li
      id={createSectorKey(name)}
      data-cargo={icon}
      className="grid items-baseline gap-x-8 border-b border-hairline py-5 menu:grid-cols-12"
    >
      <div className="menu:col-span-4">
        <h3 className="text-h3 font-bold">
          <a href={beginEnquiry(to, createSectorKey(name))} className="block w-fit py-2.5 hover:text-lamp">
            {name}
          </a>
        </h3>
        <p data-load className="font-display text-h3 text-quiet">
          {load}
        </p>
      </div>
      <p className="py-2.5 text-quiet menu:col-span-4">{description}</p>
      <ul className="grid gap-2 text-quiet menu:col-span-4">
        {ways.map((way) => (
          <li key={way.to}>
            <a href={way.to} className="text-harbour underline">
              {way.name}
            </a>{' '}
            {way.text}
          </li>
        ))}
      </ul>
    </li>
  );
}
