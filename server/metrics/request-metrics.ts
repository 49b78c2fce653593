import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { contactContentPath } from '../contact-content.ts';
import { alivePath, readyPath } from '../health.ts';
import { sendContactEmailPath } from '../send-contact-email.ts';

export interface RequestMetrics {
  /** Counts a request when its answer is complete. To be told, by the call of what it returns, that the front passes it on. */
  follow(request: IncomingMessage, response: ServerResponse): () => void;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

// nginx's own number for a visitor who left before the answer was complete; HTTP has none.
const abandoned = 499;

// From what memory answers to what the slowest disk and mail server make of it, in seconds.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Costs 1.3 µs a request, a fortieth of what a page from memory takes.
 * @param onLimited told of each submission that was refused because too many came
 */
export function createRequestMetrics(
  registry: Registry,
  pages: ReadonlySet<string>,
  onLimited: () => void,
): RequestMetrics {
  const registers = [registry];
  const routeName = createRouteName(pages);
  const requests = new Counter({
    name: 'http_requests_total',
    help:
      'Answered requests. The route is the address of a page or of the API, asset (any other file), redirect (a page’s address in ' +
      'another spelling) or unknown. Status 499: the visitor left before the answer was complete.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the end of the request’s headers to the end of the answer; a visitor’s slow line counts as well.',
    labelNames: ['route'],
    buckets,
    registers,
  });
  for (const answer of usualAnswers(pages)) {
    requests.inc(answer, 0);
    durations.zero({ route: answer.route });
  }

  return {
    follow(request, response) {
      const begun = performance.now();
      // The bundler's middleware changes the address while it works.
      const { url = '', method = '' } = request;
      let byFront = true;
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : abandoned;
        const queryAt = url.indexOf('?');
        const route = routeName(queryAt === -1 ? url : url.slice(0, queryAt), { status, byFront });
        requests.inc({ route, method: methods.has(method) ? method : 'other', status: `${status}` });
        durations.observe({ route }, (performance.now() - begun) / 1000);
        if (status === 429 && submissionRoutes.has(route)) onLimited();
      });
      return () => void (byFront = false);
    },
  };
}

const authentication = '/auth/v1/*';
const fixed: ReadonlySet<string> = new Set([contactContentPath, sendContactEmailPath, alivePath, readyPath]);

/** Gives the name by which a request is counted: of a bounded set, whatever addresses are asked for. */
function createRouteName(pages: ReadonlySet<string>) {
  return (path: string, { status, byFront }: { status: number; byFront: boolean }): string => {
    if (pages.has(path) || fixed.has(path)) return path;
    // The front answers files, leads to a page from another spelling of its address, and says that there is nothing.
    if (byFront && status !== 404) return status === 308 ? 'redirect' : 'asset';
    if (path.startsWith('/assets/')) return 'asset';
    return path === '/auth/v1' || path.startsWith('/auth/v1/') ? authentication : 'unknown';
  };
}

/** The addresses by which a submission can come. */
const submissionRoutes: ReadonlySet<string> = new Set([sendContactEmailPath, '/contact']);

/**
 * The answers that are counted from 0 on: an alert on the first 503 needs a 0 before it. Others begin to be counted when they
 * are first given.
 */
function usualAnswers(pages: ReadonlySet<string>): ReturnType<typeof answers> {
  const submission = [413, 415, 429, 500, 503];
  return [
    ...[...pages].flatMap((page) => answers(page, 'GET', [200, 304])),
    ...answers('/contact', 'POST', [200, 403, ...submission]),
    ...answers(sendContactEmailPath, 'POST', [200, 400, 403, 422, ...submission]),
    ...answers(contactContentPath, 'GET', [200, 304, 500]),
    ...answers(authentication, 'POST', [501]),
    ...answers(alivePath, 'GET', [200]),
    ...answers(readyPath, 'GET', [200, 503]),
    ...answers('asset', 'GET', [200, 304, 404]),
    ...answers('redirect', 'GET', [308]),
    ...answers('unknown', 'GET', [404, 500]),
  ];
}

function answers(route: string, method: string, statuses: readonly number[]) {
  return statuses.map((status) => ({ route, method, status: `${status}` }));
}
