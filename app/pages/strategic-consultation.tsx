import { strategicConsultation } from '../../content/strategic-consultation.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { TickList } from '../components/tick-list.tsx';
import { KeystoneArch } from '../drawings/keystone-arch.tsx';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/strategic-consultation';

export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = strategicConsultation;
  return { head: pageHead(seo, pattern), page };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.head);

export default function StrategicConsultation({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <>
      <PageHero title={page.title} lead={page.lead} drawing={<KeystoneArch gradient={['lamp', 'brick']} />} />
      <section className="wrap band">
        <h2 className="text-h2 font-bold">{page.benefits.title}</h2>
        <ul className="mt-10 grid gap-x-10 gap-y-8 menu:grid-cols-3">
          {page.benefits.items.map(({ title, text }) => (
            <li key={title} className="border-t-3 border-lamp pt-5">
              <h3 className="text-h3 font-bold">{title}</h3>
              <p className="mt-3 text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <div className="grid gap-x-8 gap-y-5 menu:grid-cols-12">
            <h2 className="text-h2 font-bold menu:col-span-4">{page.approach.title}</h2>
            <p className="max-w-(--measure) text-lead menu:col-span-7 menu:col-start-6">{page.approach.text}</p>
          </div>
          <div className="mt-12 grid gap-12 menu:grid-cols-2">
            {page.approach.checklists.map(({ title, items }) => (
              <div key={title}>
                <h3 className="text-h3 font-bold">{title}</h3>
                <TickList items={items} />
              </div>
            ))}
          </div>
        </div>
      </section>
      <CallToAction {...page.callToAction} />
    </>
  );
}
