import type { ComponentType } from 'react';

import type { Content } from '../../content/kinds.ts';
import type { Composition, Service } from '../../content/schema/service.ts';
import { DefinitionGrid } from '../components/lists.tsx';
import { BenefitList, BenefitStatement } from './benefits.tsx';
import { DeliveryNote } from './delivery-note.tsx';
import { DescriptionAside, DescriptionColumns } from './descriptions.tsx';
import { Diagram } from './diagram.tsx';
import { FeatureIndex, FeatureLedger, FeatureStatements } from './features.tsx';
import { OrderLedger, OrderPlates, OrderRow, OrderSpine } from './orders.tsx';
import { TechnologyGrid } from './technology-grid.tsx';

interface CompositionProps {
  service: Omit<Service, 'seo'>;
  words: Content['servicePage'];
}

/** What of a service page lies between its opening and its closing words: the same blocks, arranged in four ways. */
export const compositions: Readonly<Record<Composition, ComponentType<CompositionProps>>> = {
  row: RowComposition,
  spine: SpineComposition,
  plates: PlatesComposition,
  ledger: LedgerComposition,
};

function RowComposition({ service, words }: CompositionProps) {
  return (
    <>
      <DescriptionAside title={words.description} paragraphs={service.description} />
      <OrderRow title={words.steps} structure={service.structure} steps={service.steps} />
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
      <DescriptionColumns title={words.description} paragraphs={service.description} />
      <FeatureStatements title={words.features} items={service.features} />
      <Diagram diagram={service.diagram} />
      <OrderSpine title={words.steps} structure={service.structure} steps={service.steps} />
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
      <OrderPlates title={words.steps} structure={service.structure} steps={service.steps} />
      <Diagram diagram={service.diagram} />
      <FeatureIndex title={words.features} items={service.features} />
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
      <DescriptionAside title={words.description} paragraphs={service.description} />
      <FeatureLedger title={words.features} items={service.features} />
      <Diagram diagram={service.diagram} />
      <OrderLedger title={words.steps} structure={service.structure} steps={service.steps} />
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
