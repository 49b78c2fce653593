import type { Content } from '../../content/kinds.ts';
import { ActionLink } from '../components/blocks.tsx';
import { ClientProof } from '../components/proof.tsx';
import { balloon } from '../drawings/balloon.ts';
import { HomeSpan } from '../drawings/home-span.tsx';
import { LiftedSegment } from '../drawings/lifted-segment.tsx';
import { pen } from '../drawings/sheet.tsx';
import { structures } from '../drawings/structures.ts';
import { type PageProps, waysOn } from '../routes.ts';
import { Sectors } from '../sectors/sectors.tsx';

export default function Home({ site, page: { path } }: PageProps) {
  const { home: page, proof } = site.words;
  const sectors = page.sectors.items.map((one) => ({ ...one, ways: waysOn(site, one.related) }));
  return (
    <>
      <Hero {...page} />
      <Services {...page.services} />
      <Sectors {...page.sectors} items={sectors} />
      <ClientProof proof={proof} path={path} />
    </>
  );
}

const drawings = { ...structures, 'lifted-segment': { Drawing: LiftedSegment } };

type Page = Content['home'];

/** The words, and below them the span: its load are the services, in their order. */
function Hero({ hero: { headline, line, ask, action }, services: { title, cards } }: Page) {
  return (
    <section className="home-hero relative flex flex-col overflow-clip border-b border-hairline">
      <div className="wrap grid gap-x-8 py-8 menu:grid-cols-[minmax(calc(50%-1rem),auto)_1fr] menu:items-end menu:pt-10">
        <h1 tabIndex={-1} className="enter-200 text-hero font-extrabold tracking-[-0.035em]">
          {headline.split(' ').map((word) => (
            <span key={word} className="block">
              {`${word} `}
            </span>
          ))}
        </h1>
        <div className="mt-6">
          <p className="enter-400 max-w-[28rem] text-lead">{line}</p>
          <p className="enter-600 mt-6 flex flex-wrap gap-4">
            <ActionLink {...ask} />
            <a href={action.to} className="button button-quiet">
              {action.label}
            </a>
          </p>
        </div>
      </div>
      <div className="carried">
        <svg viewBox="-1 0 50 84" {...pen} className="absolute left-[62%] h-20 stroke-balloon max-sm:hidden">
          <path d={balloon([24, 25], 24)} strokeWidth="1.5" />
        </svg>
        <div className="absolute inset-0 max-sm:hidden">
          <HomeSpan />
        </div>
        <div className="absolute inset-0 sm:hidden">
          <HomeSpan as="narrow" />
        </div>
        <ul aria-label={title}>
          {cards.map((card) => (
            <li key={card.title} data-accent={card.gradient[0]}>
              <a href={card.to} className="hover:text-accent">
                {card.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Services({ title, line, cards }: Page['services']) {
  return (
    <section className="wrap band">
      <div className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      <ul className="service-cards">
        {cards.map((card) => {
          const { Drawing } = drawings[card.icon];
          return (
            <li key={card.title} data-accent={card.gradient.find((accent) => accent !== 'lamp')}>
              <div className="service-card">
                <div className="service-card-drawing">
                  <Drawing gradient={card.gradient} />
                </div>
                <h3 className="text-h3 font-bold">
                  <a href={card.to} className="onward before:absolute before:inset-0">
                    {card.title}
                  </a>
                </h3>
                <p className="mt-3 max-w-md text-quiet">{card.description}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
