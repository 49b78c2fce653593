import type { Content } from '../../content/content-models.ts';
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
      <CompanyProof {...proof} />
      <Handover {...page.handover} />
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
      <PageClosing poster={poster} {...page.callToAction}>
        <RelatedLinks items={listRelatedLinks(site, page.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}

/** What passes from our hands into the reader’s: a chain for each, which changes its colour where it does. */
function Handover({ title, text, from, to, steps }: Content['about']['handover']) {
  return (
    <section className="handover tinted night sky pt-(--air)">
      <div className="wrap">
        <h2 className="text-h1 font-bold tracking-tight">{title}</h2>
        <p className="mt-4 text-lead">{text}</p>
        <p className="mt-8 mb-2 flex max-w-none justify-between font-display text-h3 font-bold">
          <span className="text-accent">{from}</span> <span className="text-lit">{to}</span>
        </p>
        <ol>
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="text-h3 font-bold">{step.title}</h3>
              <p className="mt-1">{step.text}</p>
            </li>
          ))}
        </ol>
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
