import type { Content } from '../../content/content-models.ts';
import { ActionLink } from '../components/blocks.tsx';
import { ClientProof } from '../components/proof.tsx';
import { Gorge } from '../drawings/gorge.tsx';
import { findAccent, LinkedPoster } from '../drawings/poster.tsx';
import { getPoster } from '../drawings/posters.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';
import { Sectors } from '../sectors/sectors.tsx';

/** Renders the home page. */
export default function Home({ site, page: { path } }: PageProps) {
  const { home: page, proof } = site.content;
  const sectors = page.sectors.items.map((one) => ({ ...one, relatedLinks: listRelatedLinks(site, one.related) }));
  return (
    <>
      <Hero {...page} />
      <Services {...page.services} />
      <Sectors {...page.sectors} items={sectors} />
      <ClientProof proof={proof} path={path} />
    </>
  );
}

type HomeContent = Content['home'];

/** Gorge with the headline in its sky, and the signs of the services on its bank. */
function Hero({ hero: { headline, line, ask, action }, services: { title, cards } }: HomeContent) {
  return (
    <section className="home-hero sky relative flex flex-col overflow-clip">
      <Gorge />
      <div className="wrap relative py-8">
        {/* Each word on a line of its own by the width: words that were elements would be heard as one. */}
        <h1
          tabIndex={-1}
          className="enter-200 w-min max-w-full text-hero font-extrabold tracking-[-0.035em] wrap-break-word"
        >
          {headline}
        </h1>
        <p className="enter-400 mt-6 max-w-[27rem] text-lead font-semibold min-[78rem]:max-w-[42em]">{line}</p>
        <p className="enter-600 mt-6 flex flex-wrap gap-x-4 gap-y-3">
          <ActionLink {...ask} />
          <a href={action.to} className="button button-quiet bg-ground">
            {action.label}
          </a>
        </p>
      </div>
      <ul aria-label={title} className="signs wrap relative mt-auto grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-8">
        {cards.map((card) => (
          <li key={card.title}>
            <a
              href={card.to}
              className="grid min-h-12 place-items-center bg-lit p-2 text-center font-semibold text-on-action hover:bg-action"
            >
              {card.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Services({ title, line, cards }: HomeContent['services']) {
  return (
    <section className="wrap band">
      <div className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      <ul className="service-cards">
        {cards.map((card) => (
          <li key={card.title} data-accent={findAccent(card.gradient)} data-hour={getPoster(card.icon).hour}>
            <div className="service-card">
              <div className="service-card-drawing sky">
                <LinkedPoster name={card.icon} />
              </div>
              <h3 className="text-h3 font-bold">
                <a href={card.to} className="onward before:absolute before:inset-0">
                  {card.title}
                </a>
              </h3>
              <p className="mt-3 max-w-md text-quiet">{card.description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
