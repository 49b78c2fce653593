import type { ComponentType } from 'react';

import type { Content } from '../../content/kinds.ts';
import type { Composition, Service } from '../../content/schema/service.ts';
import { CallToAction, DefinitionGrid, PageHero } from '../components/blocks.tsx';
import { structures } from '../drawings/structures.ts';
import type { PageProps } from '../routes.ts';
import {
  BenefitList,
  BenefitStatement,
  DeliveryNote,
  DescriptionAside,
  DescriptionColumns,
  Diagram,
  Features,
  Order,
  TechnologyGrid,
} from '../components/service-blocks.tsx';

/** Also on the page's card. */
export function Drawing({ structure, gradient }: Pick<Service, 'structure' | 'gradient'>) {
  const { Drawing: StructureDrawing } = structures[structure];
  return <StructureDrawing gradient={gradient} />;
}

/** The layout of the service pages: all open and close alike, and between lies the service's composition. */
export default function ServicePage({ site, page: { path } }: PageProps) {
  const { services, servicePage: words } = site.words;
  const service = services.find(({ slug }) => path === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${path}`);
  const Composition = compositions[service.composition];
  return (
    <>
      <PageHero
        title={service.title}
        lead={service.situation}
        structure={service.structure}
        drawing={<Drawing {...service} />}
      />
      {/* Amber is the colour of what can be done: what is only read takes the other end of the line. */}
      <div data-accent={service.gradient.find((accent) => accent !== 'lamp')}>
        <Composition service={service} words={words} />
      </div>
      <CallToAction {...service.callToAction} {...words.callToAction} about={`services/${service.slug}`} />
    </>
  );
}

interface CompositionProps {
  service: Omit<Service, 'seo'>;
  words: Content['servicePage'];
}

/** What of a service page lies between its opening and its closing words: the same blocks, arranged in four ways. */
const compositions: Readonly<Record<Composition, ComponentType<CompositionProps>>> = {
  row: RowComposition,
  spine: SpineComposition,
  plates: PlatesComposition,
  ledger: LedgerComposition,
};

function RowComposition({ service, words }: CompositionProps) {
  return (
    <>
      <DescriptionAside title={words.description} items={service.description} />
      <Order {...service} title={words.steps} />
      <div className="band pb-0">
        <DefinitionGrid title={words.features} items={service.features} />
      </div>
      <Diagram diagram={service.diagram} />
      <section className="wrap band grid gap-x-8 gap-y-16 pb-0 menu:grid-cols-12">
        <div className="menu:col-span-6">
          <BenefitList title={words.benefits} items={service.benefits} />
        </div>
        <div className="menu:col-span-5 menu:col-start-8">
          <DeliveryNote title={words.deliverables} items={service.deliverables} />
        </div>
      </section>
      <section className="wrap band pb-0">
        <TechnologyGrid title={words.technologies} names={service.technologies} />
      </section>
    </>
  );
}

function SpineComposition({ service, words }: CompositionProps) {
  return (
    <>
      <DescriptionColumns title={words.description} items={service.description} />
      <Features look="statements" title={words.features} items={service.features} />
      <Diagram diagram={service.diagram} />
      <Order {...service} title={words.steps} />
      <BenefitStatement title={words.benefits} items={service.benefits} />
      <section className="wrap band grid gap-x-8 gap-y-16 pb-0 menu:grid-cols-12">
        <div className="menu:col-span-7">
          <DeliveryNote title={words.deliverables} items={service.deliverables} />
        </div>
        <div className="menu:col-span-4 menu:col-start-9">
          <TechnologyGrid title={words.technologies} names={service.technologies} />
        </div>
      </section>
    </>
  );
}

function PlatesComposition({ service, words }: CompositionProps) {
  return (
    <>
      <section className="wrap band grid gap-x-8 gap-y-16 pb-0 menu:grid-cols-12">
        <div className="menu:col-span-7">
          <h2 className="text-h2 font-bold">{words.description}</h2>
          <div className="mt-8 max-w-(--measure) space-y-5 text-lead">
            {service.description.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <div className="menu:col-span-4 menu:col-start-9">
          <TechnologyGrid title={words.technologies} names={service.technologies} />
        </div>
      </section>
      <Order {...service} title={words.steps} />
      <Diagram diagram={service.diagram} />
      <Features look="index" title={words.features} items={service.features} />
      <section className="wrap band grid gap-x-8 gap-y-16 pb-0 menu:grid-cols-12">
        <div className="menu:col-span-5">
          <DeliveryNote title={words.deliverables} items={service.deliverables} />
        </div>
        <div className="menu:col-span-6 menu:col-start-7">
          <BenefitList title={words.benefits} items={service.benefits} />
        </div>
      </section>
    </>
  );
}

function LedgerComposition({ service, words }: CompositionProps) {
  return (
    <>
      <BenefitStatement title={words.benefits} items={service.benefits} />
      <DescriptionAside title={words.description} items={service.description} />
      <Features look="ledger" title={words.features} items={service.features} />
      <Diagram diagram={service.diagram} />
      <Order {...service} title={words.steps} />
      <section className="wrap band grid gap-x-8 gap-y-16 pb-0 menu:grid-cols-12">
        <div className="menu:col-span-4">
          <TechnologyGrid title={words.technologies} names={service.technologies} />
        </div>
        <div className="menu:col-span-7 menu:col-start-6">
          <DeliveryNote title={words.deliverables} items={service.deliverables} />
        </div>
      </section>
    </>
  );
}
