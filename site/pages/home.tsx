import type { Content } from '../../content/kinds.ts';
import { ActionLink } from '../components/blocks.tsx';
import { HomeSpan } from '../drawings/home-span.tsx';
import { LiftedSegment } from '../drawings/lifted-segment.tsx';
import { structures } from '../drawings/structures.ts';
import { type PageProps, waysOn } from '../routes.ts';
import { Sectors } from '../sectors/sectors.tsx';

export const Drawing = HomeSpan;

export default function Home({ site }: PageProps) {
  const { home: page } = site.words;
  const sectors = page.sectors.items.map((one) => ({ ...one, ways: waysOn(site, one.related) }));
  return (
    <>
      <Hero {...page.hero} />
      <Services {...page.services} />
      <Sectors {...page.sectors} items={sectors} />
    </>
  );
}

const drawings = { ...structures, 'lifted-segment': { Drawing: LiftedSegment } };

type Page = Content['home'];

function Hero({ headline, line, action }: Page['hero']) {
  return (
    <section className="home-hero">
      <div className="home-hero-drawing">
        <Drawing />
      </div>
      <div className="wrap relative mt-auto py-10 menu:py-16">
        <h1 tabIndex={-1} className="enter-200 text-hero font-extrabold tracking-[-0.035em]">
          {headline.split(' ').map((word) => (
            <span key={word} className="block">
              {`${word} `}
            </span>
          ))}
        </h1>
        <p className="enter-400 mt-8 max-w-[28rem] text-lead menu:max-w-[34rem]">{line}</p>
        <p className="enter-600 mt-8">
          <ActionLink {...action} />
        </p>
      </div>
    </section>
  );
}

function Services({ title, line, cards }: Page['services']) {
  return (
    <section className="wrap band">
      <div className="grid gap-4 menu:grid-cols-12 menu:items-end">
        <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
        <p className="text-lead text-quiet menu:col-span-6 menu:col-start-7">{line}</p>
      </div>
      <ul className="service-cards">
        {cards.map((card) => {
          const { Drawing } = drawings[card.icon];
          return (
            <li key={card.title}>
              <div className="service-card">
                <div className="service-card-drawing">
                  <Drawing gradient={card.gradient} />
                </div>
                <h3 className="text-h3 font-bold">
                  <a href={card.to} className="after:absolute after:inset-0">
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
