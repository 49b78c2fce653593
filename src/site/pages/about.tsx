import type { Content } from '../../content/content-models.ts';
import { RelatedLinks } from '../components/fit-and-questions.tsx';
import { PageClosing, PageHero } from '../components/blocks.tsx';
import { Picture } from '../components/picture.tsx';
import { CompanyProof } from '../components/proof.tsx';
import { drawAnchorage } from '../drawings/anchorage.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';

/** Renders the about page. */
export default function About({ site }: PageProps) {
  const { about: page, proof, services, products, resources } = site.content;
  const poster = drawAnchorage([services, products, resources.categories.items].map(({ length }) => length));
  return (
    <div data-accent="harbour" data-hour={poster.hour}>
      <PageHero poster={poster} title={page.title} lead={page.lead} />
      <Handover {...page.handover} />
      <CompanyProof {...proof} />
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
      <PageClosing poster={poster} {...page.callToAction}>
        <RelatedLinks items={listRelatedLinks(site, page.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}

/** What passes from our hands into the reader’s: a chain for each, which changes its colour where it does. */
function Handover({ title, text, ours, yours, steps }: Content['about']['handover']) {
  return (
    <section className="handover tinted night sky pt-(--air)">
      <div className="wrap">
        <h2 className="text-h1 font-bold tracking-tight">{title}</h2>
        <p className="mt-4 text-lead">{text}</p>
        <p className="mt-8 mb-2 flex max-w-none justify-between font-display text-h3 font-bold">
          <span className="text-accent">{ours}</span> <span>{yours}</span>
        </p>
        <ol className="overflow-clip menu:grid menu:grid-cols-4 menu:gap-8 menu:overflow-visible">
          {steps.map((step) => (
            <li key={step.title} className="relative pt-2 pb-8 pl-32 menu:pt-[9.5rem] menu:pb-(--air) menu:pl-0">
              <h3 className="text-h3 font-bold">{step.title}</h3>
              <p className="mt-1">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
