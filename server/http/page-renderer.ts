import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router';
import type { PageReceiver, RenderPage } from './pages.ts';

/** What the pages may use of the server: the core, and where they report their faults. */
interface PageContexts {
  enquiriesContext: RouterContext<PageReceiver>;
  reportFaultContext: RouterContext<(fault: unknown) => void>;
}

/**
 * Makes React Router's request handler, with the core in its context. The keys are exports of the build's server entry,
 * since keys compare by identity and one that was made here would be another.
 * @param build the server build, or what loads it anew for each request (in development)
 */
export function createPageRenderer(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
  enquiries: PageReceiver,
  reportFault: (fault: unknown) => void = console.error,
): RenderPage {
  const handle = createRequestHandler(build, mode);
  return async (request, receiver = enquiries) => {
    const keys = contextKeys(typeof build === 'function' ? await build() : build);
    const context = new RouterContextProvider();
    context.set(keys.enquiriesContext, receiver);
    context.set(keys.reportFaultContext, reportFault);
    return handle(request, context);
  };
}

function contextKeys({ entry }: ServerBuild): PageContexts {
  const { enquiriesContext, reportFaultContext } = entry.module as Partial<PageContexts>;
  if (enquiriesContext === undefined || reportFaultContext === undefined) {
    throw new Error('The server entry of the build must export enquiriesContext and reportFaultContext');
  }
  return { enquiriesContext, reportFaultContext };
}
