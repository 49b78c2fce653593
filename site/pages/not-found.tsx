import { ActionLink } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { BrokenSpan } from '../drawings/broken-span.tsx';
import type { PageProps } from '../site.ts';

/** Every address that no page has. The answer is the same for all of them. */
export default function NotFound({
  site: {
    words: { notFound: page },
  },
}: Pick<PageProps, 'site'>) {
  return (
    <div data-not-found>
      <PageHero title={page.title} lead={page.text} structure="broken-span" drawing={<BrokenSpan />}>
        <ActionLink {...page.back} />
      </PageHero>
    </div>
  );
}
