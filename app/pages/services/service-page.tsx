import type { ComponentType } from 'react';

import type { Gradient } from '../../../content/accent.ts';
import { CallToAction } from '../../components/call-to-action.tsx';
import { DefinitionGrid } from '../../components/definition-grid.tsx';
import { PageHero } from '../../components/page-hero.tsx';
import { StepSequence } from '../../components/step-sequence.tsx';
import { TickList } from '../../components/tick-list.tsx';
import type { loader } from './service-data.ts';

/** The layout of the service pages, with the structure that stands for one of them: its module exports it for the card too. */
export function servicePage(Drawing: ComponentType<{ gradient: Gradient }>) {
  return function ServicePage({ loaderData: { service, words } }: { loaderData: ReturnType<typeof loader> }) {
    return (
      <>
        <PageHero title={service.title} lead={service.situation} drawing={<Drawing gradient={service.gradient} />} />
        <section className="wrap band grid gap-x-8 gap-y-6 menu:grid-cols-12">
          <h2 className="text-h2 font-bold menu:col-span-4">{words.description}</h2>
          <div className="space-y-5 text-lead menu:col-span-7 menu:col-start-6">
            {service.description.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
        <DefinitionGrid title={words.features} items={service.features} />
        <StepSequence title={words.steps} steps={service.steps} />
        <section className="wrap band grid gap-12 menu:grid-cols-2">
          <div>
            <h2 className="text-h3 font-bold">{words.benefits}</h2>
            <TickList items={service.benefits} />
          </div>
          <div>
            <h2 className="text-h3 font-bold">{words.deliverables}</h2>
            <TickList items={service.deliverables} />
          </div>
        </section>
        {service.technologies ? <Technologies title={words.technologies} names={service.technologies} /> : null}
        <CallToAction {...words.callToAction} />
      </>
    );
  };
}

function Technologies({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <section className="wrap pb-20">
      <h2 className="text-h3 font-bold">{title}</h2>
      <ul className="mt-6 grid grid-cols-2 pt-px pl-px sm:grid-cols-3 menu:grid-cols-4">
        {names.map((name) => (
          <li key={name} className="-mt-px -ml-px border border-hairline px-5 py-4 font-medium">
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
