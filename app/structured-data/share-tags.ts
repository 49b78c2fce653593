import { site } from '../../content/site.ts';
import { pageHead } from '../page-head.ts';
import type { Page } from '../routes.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** What a link to the page looks like where it is shared (https://ogp.me), as elements of the head. */
export function shareTags(page: Page): string {
  const { title, description, canonical } = pageHead(page.seo, page.path);
  const openGraph = {
    type: 'website',
    site_name: site.name,
    title,
    description,
    url: canonical,
    locale: 'en_GB',
    // The page's card, as the build draws it: its heading beside its drawing, and whose it is.
    image: `${import.meta.env.SITE_URL}/cards${page.path === '/' ? '/home' : page.path}.png`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': `${page.title} – ${site.name}, ${site.tagline}`,
  };
  const tags = Object.entries(openGraph).map(
    ([property, content]) => `<meta property="og:${property}" content="${escapeHtml(content)}"/>`,
  );
  // All but the size of the picture Twitter takes from the tags above.
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image"/>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<"]/g, (character) => escapes[character] ?? character);
}
