import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import { servicePage } from '../../content/service-page.ts';
import { services } from '../../content/services/index.ts';
import type { Service } from '../../content/services/service.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { DefinitionGrid, StepSequence, TickList } from '../components/lists.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { structures } from '../drawings/structures.ts';
import { metaTags, pageHead } from '../page-head.ts';

export function loader({ pattern }: LoaderFunctionArgs) {
  const service = services.find(({ slug }) => pattern === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${pattern}`);
  const { seo, ...page } = service;
  return { head: pageHead(seo, pattern), service: page, words: servicePage };
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  return metaTags(loaderData?.head);
}

/** Also on the page's card. */
export function Drawing({ structure, gradient }: Pick<Service, 'structure' | 'gradient'>) {
  const { Drawing: StructureDrawing } = structures[structure];
  return <StructureDrawing gradient={gradient} />;
}

/** The layout of the service pages. */
export default function ServicePage({ loaderData: { service, words } }: { loaderData: ReturnType<typeof loader> }) {
  return (
    <>
      <PageHero title={service.title} lead={service.situation} drawing={<Drawing {...service} />} />
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
