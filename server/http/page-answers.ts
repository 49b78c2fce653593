import { deferHydration } from './defer-hydration.ts';
import { withFormKey } from './form-key.ts';
import type { Front } from './front.ts';
import { contentSecurityPolicy, siteHeaders, type PageSettings } from './page-headers.ts';
import type { RenderPage } from './pages.ts';

/**
 * Answers what no stored file does: an unknown address or a sent form. The page for the former is stored as well (rendering it
 * took 25 times as long as sending it); what is rendered leaves with the same headers and deferred scripts as what is stored,
 * and with a key in a form that has none.
 * React Router's own requests for a page's data pass through.
 */
export function answerPages(front: Front, render: RenderPage, settings: PageSettings): RenderPage {
  return async (request, receiver) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !new URL(request.url).pathname.endsWith('.data')) return front.notFound(request);

    const rendered = await render(request, receiver);
    if (!rendered.headers.get('content-type')?.startsWith('text/html')) return rendered;
    const html = withFormKey(deferHydration(await rendered.text()));
    const answer = new Response(html, rendered);
    for (const [name, value] of Object.entries(siteHeaders(settings))) answer.headers.set(name, value);
    answer.headers.set('content-security-policy', contentSecurityPolicy(html, settings));
    return answer;
  };
}
