import { withFormKey } from './form-key.ts';
import { contentSecurityPolicy, siteHeaders, type PageSettings } from './page-headers.ts';
import type { RenderPage } from './pages.ts';

/** Gives what is rendered while the server runs the headers that stored pages have, and a key to a form that has none. */
export function answerPages(render: RenderPage, settings: PageSettings): RenderPage {
  return async (request, receiver) => {
    const rendered = await render(request, receiver);
    if (!rendered.headers.get('content-type')?.startsWith('text/html')) return rendered;
    const html = withFormKey(await rendered.text());
    const answer = new Response(html, rendered);
    for (const [name, value] of Object.entries(siteHeaders(settings))) answer.headers.set(name, value);
    answer.headers.set('content-security-policy', contentSecurityPolicy(html, settings));
    return answer;
  };
}
