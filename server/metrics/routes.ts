import { contactContentPath } from '../http/contact-content.ts';
import { alivePath, readyPath } from '../http/health.ts';
import { sendContactEmailPath } from '../http/send-contact-email.ts';

/** By which name a request is counted: a bounded set, whatever addresses are asked for. */
export type RouteName = (path: string, answer: { status: number; byFront: boolean }) => string;

const authentication = '/auth/v1/*';
const fixed: ReadonlySet<string> = new Set([contactContentPath, sendContactEmailPath, alivePath, readyPath]);

/** @param pages the addresses of the pages, as the build has them */
export function createRouteName(pages: ReadonlySet<string>): RouteName {
  return (path, { status, byFront }) => {
    if (pages.has(path) || fixed.has(path)) return path;
    // The front answers files, leads to a page from another spelling of its address, and says that there is nothing.
    if (byFront && status !== 404) return status === 308 ? 'redirect' : 'asset';
    if (path.startsWith('/assets/')) return 'asset';
    return path === '/auth/v1' || path.startsWith('/auth/v1/') ? authentication : 'unknown';
  };
}

/** The addresses by which a submission can come. */
export const submissionRoutes: ReadonlySet<string> = new Set([sendContactEmailPath, '/contact']);

export interface Answer {
  route: string;
  method: string;
  status: string;
}

/**
 * The answers that are counted from 0 on: an alert on the first 503 needs a 0 before it. Others begin to be counted when they
 * are first given.
 */
export function usualAnswers(pages: ReadonlySet<string>): Answer[] {
  const submission = [413, 415, 429, 500, 503];
  return [
    ...[...pages].flatMap((page) => answers(page, 'GET', [200, 304])),
    ...answers('/contact', 'POST', [200, 403, ...submission]),
    ...answers(sendContactEmailPath, 'POST', [200, 400, 403, 422, ...submission]),
    ...answers(contactContentPath, 'GET', [200, 304, 500]),
    ...answers(authentication, 'POST', [200, 501, 502, 504]),
    ...answers(alivePath, 'GET', [200]),
    ...answers(readyPath, 'GET', [200, 503]),
    ...answers('asset', 'GET', [200, 304, 404]),
    ...answers('redirect', 'GET', [308]),
    ...answers('unknown', 'GET', [404, 500]),
  ];
}

function answers(route: string, method: string, statuses: readonly number[]): Answer[] {
  return statuses.map((status) => ({ route, method, status: `${status}` }));
}
