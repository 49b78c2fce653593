import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import type { Gradient } from '../../content/accent.ts';
import { servicePage } from '../../content/service-page.ts';
import { services } from '../../content/services/index.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { DefinitionGrid, StepSequence, TickList } from '../components/lists.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { CableStayedFan } from '../drawings/cable-stayed-fan.tsx';
import { Cantilever } from '../drawings/cantilever.tsx';
import { ClosedLoop } from '../drawings/closed-loop.tsx';
import { HangerChart } from '../drawings/hanger-chart.tsx';
import { KeystoneArch } from '../drawings/keystone-arch.tsx';
import { LatticeTruss } from '../drawings/lattice-truss.tsx';
import { MarketHall } from '../drawings/market-hall.tsx';
import { SignalArcs } from '../drawings/signal-arcs.tsx';
import { SpaceFrame } from '../drawings/space-frame.tsx';
import { SteppedViaduct } from '../drawings/stepped-viaduct.tsx';
import { SwingBridge } from '../drawings/swing-bridge.tsx';
import { metaTags, pageHead } from '../page-head.ts';

/** The structure that stands for each service, by the last part of its address. */
const drawings: Readonly<Record<string, ComponentType<{ gradient: Gradient }>>> = {
  'business-processes': SteppedViaduct,
  'data-analytics': HangerChart,
  'devops-cloudops': ClosedLoop,
  'dynamics-365': SwingBridge,
  'erp-implementation': LatticeTruss,
  mobility: SignalArcs,
  'net-technologies': SpaceFrame,
  'power-platform': KeystoneArch,
  'retail-ecommerce': MarketHall,
  sap: Cantilever,
  'software-development': CableStayedFan,
};

export function loader({ pattern }: LoaderFunctionArgs) {
  const service = services.find(({ slug }) => pattern === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${pattern}`);
  const { seo, ...page } = service;
  return { head: pageHead(seo, pattern), service: page, words: servicePage };
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  return metaTags(loaderData?.head);
}

/** Also on the page's card. Throws where a service has none. */
export function Drawing({ slug, gradient }: { slug: string; gradient: Gradient }) {
  const Structure = drawings[slug];
  if (Structure === undefined) throw new Error(`app/pages/service.tsx has no drawing for the service ${slug}`);
  return <Structure gradient={gradient} />;
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
