import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, isRouteErrorResponse } from 'react-router';

import { BrowserCodeContext, reportFaultContext } from './server-context.ts';

export { renderInbox, inboxStyles, passkeyScript } from './inbox/render.tsx';
export { enquiriesContext, reportFaultContext } from './server-context.ts';

/** Renders a whole page before it answers: every page is either stored at build time or the small answer to a sent form. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  // Pages are built at addresses with a slash at the end and served without one: a link knows the current page by its address.
  const { staticHandlerContext, manifest } = routerContext;
  const { location } = staticHandlerContext;
  staticHandlerContext.location = { ...location, pathname: location.pathname.replace(/(?<=.)\/$/, '') };

  const browserCode = { entry: manifest.entry.module, integrity: integrityOf(manifest) };
  const body = await renderToReadableStream(
    <BrowserCodeContext value={browserCode}>
      <ServerRouter context={routerContext} url={request.url} />
    </BrowserCodeContext>,
  );
  await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An unknown path is an answer, not a fault; a visitor who left is neither.
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  context.get(reportFaultContext)(error);
};

/** Without the list of routes for a router in the browser: there is none. */
function integrityOf({ sri, url }: EntryContext['manifest']): Record<string, string> {
  const hashes = typeof sri === 'object' ? sri : {};
  return Object.fromEntries(Object.entries(hashes).filter(([address]) => address !== url));
}
