import { isEnquiryId } from './return-path.ts';
import { ButtonLink } from './post-button.tsx';

/** Items per page of a list. */
export const pageSize = 50;

/** A page of a list, and the URL of the next, which the last has not. */
interface ListPage<Item> {
  items: readonly Item[];
  nextPageUrl: string | undefined;
}

/** Returns a page of items, of which one more than a page has was asked for. */
export function cutPage<Item>(loaded: readonly Item[], formatNextUrl: (last: Item) => string): ListPage<Item> {
  const items = loaded.slice(0, pageSize);
  const last = items.at(-1);
  return { items, nextPageUrl: last && loaded.length > pageSize ? formatNextUrl(last) : undefined };
}

/** Resolves to the page of a list, newest first, that the URL's `before` asks for; null if that is no id. */
export async function loadPage<Item extends { id: string }>(
  path: string,
  searchParams: URLSearchParams,
  load: (page: { before: string | undefined; limit: number }) => Promise<readonly Item[]>,
): Promise<ListPage<Item> | null> {
  const before = searchParams.get('before') ?? undefined;
  if (before !== undefined && !isEnquiryId(before)) return null;
  return cutPage(await load({ before, limit: pageSize + 1 }), ({ id }) => `${path}?before=${id}`);
}

interface PageLinksProps {
  firstPageUrl?: string | undefined;
  nextPageUrl: string | undefined;
  nextLabel?: string;
  className?: string;
}

/** Renders the links to other pages of a list; nothing if there are none. */
export function PageLinks({ firstPageUrl, nextPageUrl, nextLabel = 'Next page', className = 'mt-5' }: PageLinksProps) {
  if (firstPageUrl === undefined && nextPageUrl === undefined) return null;
  return (
    <nav aria-label="Pages" className={className}>
      {firstPageUrl === undefined ? null : <ButtonLink to={firstPageUrl}>First page</ButtonLink>}
      {nextPageUrl === undefined ? null : <ButtonLink to={nextPageUrl}>{nextLabel}</ButtonLink>}
    </nav>
  );
}
