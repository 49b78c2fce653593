import { addSubjectToLink, formatSectorSubjectKey } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/content-models.ts';
import type { RelatedLink } from '../components/fit-and-questions.tsx';
import { ActionLink } from '../components/blocks.tsx';
import { SectorBridge } from './sector-bridge.tsx';
import { spanMetres } from './loaded-cable.ts';

type SectorsContent = Content['home']['sectors'];
type Sector = SectorsContent['items'][number] & { relatedLinks: readonly RelatedLink[] };
type SectorsProps = Omit<SectorsContent, 'items'> & { items: readonly Sector[] };

/** Sectors, each with its worst day as a load on the bridge and a link to the contact form with the subject set. */
export function Sectors({ title, line, action, slider, items }: SectorsProps) {
  const keys = items.map(({ name }) => formatSectorSubjectKey(name));
  const ids = keys.map((key, index) => (keys.indexOf(key) === index ? key : undefined));
  return (
    <section>
      <div className="wrap grid gap-x-8 gap-y-4 pb-10 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="max-w-(--measure) text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      {/* The stage stays until the last row has passed. */}
      <div>
        <div data-stage className="sector-stage sky">
          <SectorBridge load={items[0]?.icon} />
          <div
            aria-hidden="true"
            data-written
            className="absolute inset-0 pt-3 text-center font-display text-h3 font-bold md:text-h2"
          >
            {items[0]?.load}
          </div>
          <input
            type="range"
            max={spanMetres}
            step="2"
            aria-label={slider.label}
            data-position={slider.position}
            hidden
          />
        </div>
        <ul className="wrap">
          {items.map((item, index) => (
            <SectorRow key={item.name} {...item} id={ids[index]} to={action.to} />
          ))}
        </ul>
      </div>
      <p className="wrap pt-10">
        <ActionLink {...action} />
      </p>
    </section>
  );
}

type SectorRowProps = Sector & { id: string | undefined; to: string };

/** A sector, its load, and related links. */
function SectorRow({ id, name, load, icon, description, relatedLinks, to }: SectorRowProps) {
  return (
    <li
      id={id}
      data-cargo={icon}
      className="grid items-baseline gap-x-8 border-b border-hairline py-5 menu:grid-cols-12"
    >
      <div className="menu:col-span-4">
        <h3 className="text-h3 font-bold">
          <a href={addSubjectToLink(to, formatSectorSubjectKey(name))} className="block w-fit py-2.5 hover:text-lamp">
            {name}
          </a>
        </h3>
        <p data-load className="font-display text-h3 text-quiet">
          {load}
        </p>
      </div>
      <p className="py-2.5 text-quiet menu:col-span-4">{description}</p>
      <ul className="grid gap-2 text-quiet menu:col-span-4">
        {relatedLinks.map((link) => (
          <li key={link.to}>
            <a href={link.to} className="text-harbour underline">
              {link.name}
            </a>{' '}
            {link.text}
          </li>
        ))}
      </ul>
    </li>
  );
}
