import type { ReactNode } from 'react';
import { Check } from 'lucide';
import { addSubjectToLink } from '../../content/enquiry-subjects.ts';
import type { Picture as PictureContent } from '../../content/schema/picture.ts';
import { ClosingPoster, HeroPoster } from '../drawings/poster.tsx';
import type { Poster } from '../drawings/poster-model.ts';
import { Icon } from './icon.tsx';
import { Picture } from './picture.tsx';
import { TextLink } from './text-link.tsx';

interface PageHeroProps {
  /** Without one the words stand alone. */
  poster: Poster | undefined;
  /** Labels inside the picture. */
  posterLabels?: readonly string[] | undefined;
  /** Places the picture as a band below the text and beside it. */
  hasLowPoster?: true;
  title: string;
  lead?: ReactNode;
  /** Actions. */
  children?: ReactNode;
  /** Size of the heading. */
  headingSize?: keyof typeof headingSizes;
}

const headingSizes = { 'text-h1': 'font-bold tracking-tight', 'text-brave': 'font-bold tracking-[-0.035em]' };

/**
 * Opening of most pages: heading and lead in the sky of a poster. The words come before the poster, which stands below
 * them, so that nothing moves while the page comes in. The heading takes the focus after page changes.
 */
export function PageHero({
  poster,
  posterLabels,
  hasLowPoster,
  title,
  lead,
  children,
  headingSize = 'text-h1',
}: PageHeroProps) {
  return (
    <div className={poster && (hasLowPoster ? 'poster low sky' : 'poster sky')}>
      <div className={poster ? 'wrap' : 'wrap band pb-0'}>
        <div>
          <h1 tabIndex={-1} className={`${headingSize} ${headingSizes[headingSize]}`}>
            {title}
          </h1>
          {lead ? <p className="mt-6 max-w-(--measure) text-lead md:text-balance">{lead}</p> : null}
          {children ? <div className="mt-8 flex flex-wrap gap-4">{children}</div> : null}
        </div>
      </div>
      {poster ? <HeroPoster poster={poster} labels={posterLabels} /> : null}
    </div>
  );
}

interface PageClosingProps extends ActionLinkProps {
  poster: Poster | undefined;
  title: string;
  text: string;
  /** Further links. */
  children?: ReactNode;
}

/** End of a page: its poster at night, with the next step in the sky; without one, a plane of its ink. */
export function PageClosing({ poster, title, text, children, ...action }: PageClosingProps) {
  return (
    <section className={poster ? 'poster closing night sky' : 'tinted night band'}>
      {poster ? <ClosingPoster /> : null}
      <div className="wrap">
        <div>
          <h2 className="text-h2 font-bold">{title}</h2>
          <p className="mt-5 text-lead">{text}</p>
          <p className="mt-8">
            <ActionLink {...action} />
          </p>
          {children}
        </div>
      </div>
    </section>
  );
}

interface DefinitionGridProps {
  title: string;
  items: readonly { title: string; text: string; picture?: PictureContent | undefined }[];
}

/** Terms and their definitions, side by side under hairlines. */
export function DefinitionGrid({ title, items }: DefinitionGridProps) {
  return (
    <section className="wrap">
      <h2 className="pb-8 text-h2 font-bold">{title}</h2>
      <ul className={`grid gap-x-8 ${items.length % 4 ? 'filled' : 'sm:grid-cols-2 menu:grid-cols-4'}`}>
        {items.map((item) => (
          <li key={item.title} className="row-span-3 grid grid-rows-subgrid border-t border-hairline py-5">
            {item.picture ? <Picture picture={item.picture} crop="portrait" className="mb-4 w-24" /> : null}
            <h3 className="row-start-2 text-h3 font-bold">{item.title}</h3>
            <p className="row-start-3 mt-2 text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Steps in their order, numbered, under hairlines. */
export function NumberedSteps({ title: heading, items, look }: DefinitionGridProps & { look?: string }) {
  return (
    <div className={look}>
      <h2 className="text-h2 font-bold">{heading}</h2>
      <ol className="mt-6 [counter-reset:step]">
        {items.map(({ title, text }) => (
          <li key={title} className="border-t border-hairline py-4 [counter-increment:step]">
            <h3 className="numbered text-h3 font-bold">{title}</h3>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A list with a tick before each item, under hairlines. */
export function TickList({ items, look = '' }: { items: readonly string[]; look?: string }) {
  return (
    <ul className={look}>
      {items.map((item) => (
        <li key={item} className="flex items-center gap-3 border-t border-hairline py-3">
          <Icon shapes={Check} className="size-5 shrink-0 text-accent" />
          <span className="max-w-(--measure)">{item}</span>
        </li>
      ))}
    </ul>
  );
}

interface ActionLinkProps {
  to: string;
  label: string;
  /** Subject that the link prefills: a key of src/content/enquiry-subjects.ts. */
  subjectKey?: string | undefined;
  /** Says that a link to another site opens a new tab. */
  newTab?: string;
}

/** The one thing that a page or a section asks the visitor to do. */
export function ActionLink({ to, label, subjectKey, newTab = '' }: ActionLinkProps) {
  return (
    <TextLink
      href={subjectKey === undefined ? to : addSubjectToLink(to, subjectKey)}
      className="button button-primary"
      newTab={newTab}
    >
      {label}
    </TextLink>
  );
}
