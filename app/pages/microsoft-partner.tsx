import { Link } from 'react-router';

import { microsoftPartner } from '../../content/microsoft-partner.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { TickList } from '../components/tick-list.tsx';
import { SteppedViaduct } from '../drawings/stepped-viaduct.tsx';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/microsoft-partner';

export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = microsoftPartner;
  return { head: pageHead(seo, pattern), page };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.head);

export default function MicrosoftPartner({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <>
      <PageHero title={page.title} lead={page.lead} drawing={<SteppedViaduct gradient={['slate', 'harbour']} />} />
      <div className="wrap band space-y-14">
        {page.sections.map(({ title, text, items }) => (
          <section key={title} className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
            <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
            <div className="menu:col-span-6 menu:col-start-7">
              <p className="max-w-(--measure)">{text}</p>
              {items ? <TickList items={items} /> : null}
            </div>
          </section>
        ))}
      </div>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <h2 className="text-h2 font-bold">{page.areas.title}</h2>
          <ul className="mt-8">
            {page.areas.items.map(({ name, text, to }) => (
              <li key={to} className="border-t border-hairline">
                <Link to={to} prefetch="intent" className="group grid gap-x-8 gap-y-1 py-5 menu:grid-cols-12">
                  <span className="font-display text-h3 font-bold group-hover:text-lamp menu:col-span-4">{name}</span>
                  <span className="text-quiet menu:col-span-8">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <CallToAction {...page.callToAction} />
    </>
  );
}
