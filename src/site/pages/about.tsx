import type { Content } from '../../content/content-types.ts';
import { RelatedLinks } from '../components/fit-and-questions.tsx';
import { PageClosing, PageHero } from '../components/blocks.tsx';
import { Picture } from '../components/picture.tsx';
import { CompanyProof } from '../components/proof.tsx';
import { drawAnchorage } from '../drawings/anchorage.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';

type AboutContent = Pick<Content, 'about' | 'services' | 'products' | 'resources'>;

/** Renders the about page. */
export default function About({ site }: PageProps) {
  const { content } = site;
  const { about: page, proof } = content;
  const poster = drawAnchorage(listChains(content).map(({ links }) => links.length));
  return (
    <div data-accent="harbour" data-hour={poster.hour}>
      <PageHero poster={poster} title={page.title} lead={page.lead} />
      <Chains content={content} />
      {page.picture ? <Picture picture={page.picture} crop="banner" className="wrap band pb-0" /> : null}
      <div className="wrap band grid gap-x-8 gap-y-14 menu:grid-cols-12">
        <div className="grid content-between gap-y-10 menu:col-span-6">
          {[page.mission, page.vision].map(({ title, text }) => (
            <section key={title}>
              <h2 className="text-h3 font-bold text-quiet">{title}</h2>
              <p className="mt-3 font-display text-h2 font-bold text-balance">{text}</p>
            </section>
          ))}
        </div>
        <section className="menu:col-span-5 menu:col-start-8">
          <h2 className="text-h3 font-bold text-quiet">{page.values.title}</h2>
          <dl className="mt-5 grid gap-y-8">
            {page.values.items.map(({ title, text }) => (
              <div key={title} className="border-l-6 border-accent pl-5">
                <dt className="font-display text-h3 font-bold">{title}</dt>
                <dd className="mt-2">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <section className="wrap grid gap-x-8 gap-y-5 pb-(--air) menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-6">{page.place.title}</h2>
        <p className="text-lead menu:col-span-6 menu:col-start-7">{page.place.text}</p>
        <Crossings content={content} />
      </section>
      <CompanyProof {...proof} />
      <PageClosing poster={poster} {...page.callToAction}>
        <RelatedLinks items={listRelatedLinks(site, page.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}

/** Count and list of services, products and kinds of specialists, link by link below the deck. */
function Chains({ content }: { content: AboutContent }) {
  const { title, text } = content.about.chains;
  return (
    <section className="tinted night band">
      <div className="wrap">
        <div className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
          <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
          <p className="text-lead menu:col-span-6 menu:col-start-7">{text}</p>
        </div>
        <ul className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-4">
          {listChains(content).map(({ accent, label, links }) => (
            <li key={label} data-accent={accent} className="last:md:col-span-2">
              <h3 className="border-b-6 border-accent pb-3 text-h3 font-bold">
                <span className="block font-display text-hero text-accent">{links.length}</span> {label}
              </h3>
              <ul
                className={`mt-3 gap-x-8 *:break-inside-avoid ${links.length > 12 ? 'columns-2' : 'max-md:columns-2'}`}
              >
                {links.map(({ name, to }) => (
                  <li key={name}>
                    <ChainLink name={name} to={to} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function ChainLink({ name, to }: Chain['links'][number]) {
  if (!to) return <span className="flex min-h-11 items-center py-2">{name}</span>;
  return (
    <a href={to} className="flex min-h-11 items-center py-2 underline hover:text-accent">
      {name}
    </a>
  );
}

/** Gaps bridged by hand, and across the three chains who finds one, what closes it and who knows the system. */
function Crossings({ content }: { content: AboutContent }) {
  const chains = listChains(content);
  return (
    <ul className="mt-5 menu:col-span-12">
      {content.about.place.gaps?.map(({ gap, links }, row) => (
        <li key={gap} className="relative grid max-md:pb-10 md:grid-cols-4">
          <span className="absolute top-0 left-1/4 w-1/2 border-t-2 border-outline max-md:hidden" />
          <h3 className="border-outline pr-4 pb-4 text-h3 font-bold md:border-t-2 md:border-dashed md:pt-3">{gap}</h3>
          <ol className="md:col-span-3 md:grid md:grid-cols-3">
            {chains.map(({ accent, label, links: all }, at) => {
              const link = all.find(({ name }) => name === links[at]);
              return (
                <li
                  key={accent}
                  data-accent={accent}
                  className="relative border-l-3 border-accent pr-3 pb-2 pl-7 md:pl-5"
                >
                  {link ? (
                    <span className="absolute top-1 -left-[9.5px] size-4 rounded-full border-3 border-accent bg-ground md:-top-2" />
                  ) : null}
                  <span className={`block pt-px text-small text-accent md:pt-3 ${row ? 'md:sr-only' : ''}`}>
                    {label}
                  </span>
                  <ChainLink {...(link ?? { name: links[at] ?? '' })} />
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </ul>
  );
}

interface Chain {
  accent: 'harbour' | 'lamp' | 'heather';
  label: string;
  links: readonly { name: string; to?: string | undefined }[];
}

/** Returns the chains in the order of the drawing, from the top. */
function listChains({ about: { chains }, services, products, resources }: AboutContent): Chain[] {
  return [
    {
      accent: 'harbour',
      label: chains.services,
      links: services.map(({ name, slug }) => ({ name, to: `/services/${slug}` })),
    },
    {
      accent: 'lamp',
      label: chains.products,
      links: products.map(({ title, slug, page }) => ({ name: title, to: page ? `/products/${slug}` : undefined })),
    },
    { accent: 'heather', label: chains.specialists, links: resources.categories.items },
  ];
}
