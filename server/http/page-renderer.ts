import type { IncomingMessage } from 'node:http';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type * as serverContext from '../../app/server-context.ts';
import { withFormKey } from './form-key.ts';

/** Renders a page while the server runs. `receiver` takes what a form sends. */
export type RenderPage = (request: Request, receiver: serverContext.PageReceiver) => Promise<Response>;

export interface RendererParts {
  /** The build of the pages, or what loads it anew for each request (in development). */
  build: ServerBuild | (() => Promise<ServerBuild>);
  reportFault?: (fault: unknown) => void;
  /** The headers of every page. */
  pageHeaders?: Readonly<Record<string, string>>;
  /** Puts the facts into a page that hold now. */
  inHtml?: (page: string) => string;
}

/**
 * Makes React Router's request handler, with the receiver in its context; a form that has no key gets one. The keys of the context
 * are exports of the build's server entry, since keys compare by identity and one that was made here would be another.
 */
export function createPageRenderer(parts: RendererParts): RenderPage {
  const { build, reportFault = console.error, pageHeaders = {}, inHtml = (page) => page } = parts;
  const handle = createRequestHandler(build, typeof build === 'function' ? 'development' : 'production');
  return async (request, receiver) => {
    const { entry } = typeof build === 'function' ? await build() : build;
    const { enquiriesContext, reportFaultContext } = entry.module as Partial<typeof serverContext>;
    if (enquiriesContext === undefined || reportFaultContext === undefined)
      throw new Error('The server entry of the build must export enquiriesContext and reportFaultContext');
    const context = new RouterContextProvider();
    context.set(enquiriesContext, receiver);
    context.set(reportFaultContext, reportFault);
    const rendered = await handle(request, context);
    if (!rendered.headers.get('content-type')?.startsWith('text/html')) return rendered;
    const page = new Response(withFormKey(inHtml(await rendered.text())), rendered);
    for (const [name, value] of Object.entries(pageHeaders)) page.headers.set(name, value);
    return page;
  };
}

/** What the pages need to know of the visitor's browser. */
const forwarded = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'];

/**
 * The request for a page as a Web Request on the site's own origin, whatever address a proxy gave us. Origin is left out: it was
 * checked before, and React Router would compare it with an origin that TLS in front of us has changed.
 */
export function pageRequest(
  { url = '', method = '', headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
  siteUrl: string,
  body?: Uint8Array<ArrayBuffer>,
): Request {
  const kept = new Headers();
  for (const name of forwarded) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return new Request(siteUrl + url, { method, headers: kept, ...(body && { body }) });
}
