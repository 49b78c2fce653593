import { data } from 'react-router';

import { notFound } from '../../content/words.ts';
import { ActionLink } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { BrokenSpan } from '../drawings/broken-span.tsx';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/not-found';

/** Every address that no other route has. The answer is the same for all of them, so that one stored page serves. */
export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = notFound;
  const { title, description, keywords } = pageHead(seo, pattern);
  return data({ head: { title, description, keywords }, page }, { status: 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: loaderData.head.title },
        { name: 'description', content: loaderData.head.description },
        { name: 'keywords', content: loaderData.head.keywords },
        { name: 'robots', content: 'noindex' },
      ]
    : [];

export default function NotFound({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div data-not-found>
      <PageHero title={page.title} lead={page.text} structure="broken-span" drawing={<BrokenSpan />}>
        <ActionLink {...page.back} />
      </PageHero>
    </div>
  );
}
