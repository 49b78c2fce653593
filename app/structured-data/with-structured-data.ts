import { site } from '../../content/site.ts';
import { wayTo } from '../routes.ts';
import { structuredData } from './graph.ts';
import { shareTags } from './share-tags.ts';

/**
 * Adds to a page's HTML what programs alone read: how a link to it is shown elsewhere, and at the end, where it keeps nothing
 * back that is painted, what the page states in the words of schema.org. Neither is a part of what React makes: see
 * docs/decisions/023. The HTML of what is no page is returned as it is.
 */
export function withStructuredData(html: string, path: string | undefined): string {
  const way = wayTo(path);
  const page = way.at(-1);
  if (!page) return html;
  const graph = JSON.stringify(structuredData(way, import.meta.env.SITE_URL, site)).replaceAll('<', '\\u003c');
  return html
    .replace('</head>', (end) => shareTags(page) + end)
    .replace(/<\/body><\/html>$/, (end) => `<script type="application/ld+json">${graph}</script>${end}`);
}
