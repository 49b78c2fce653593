import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type HandleErrorFunction, isRouteErrorResponse } from 'react-router';

import { reportFaultContext } from './server-context.ts';
import { withStructuredData } from './structured-data/with-structured-data.ts';

export { enquiriesContext, reportFaultContext } from './server-context.ts';

/** Renders a whole page before it answers: every page is either stored at build time or the small answer to a sent form. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  // Pages are built at addresses with a slash at the end and served without one: a link knows the current page by its address.
  const { staticHandlerContext } = routerContext;
  const { location, matches } = staticHandlerContext;
  staticHandlerContext.location = { ...location, pathname: location.pathname.replace(/(?<=.)\/$/, '') };

  const body = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />);
  await body.allReady;
  // An error in a page's place is not the page.
  const path = status === 200 ? matches.at(-1)?.route.path : undefined;
  const html = withStructuredData(await new Response(body).text(), path);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An unknown path is an answer, not a fault; a visitor who left is neither.
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  context.get(reportFaultContext)(error);
};
