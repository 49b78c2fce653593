import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser sent this request from a page of this site, or of an origin in `allowed`. What is no browser sends
 * neither header and passes: it has no visitor whose good name could be misused.
 */
export function comesFromOurPages(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && allowed.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  // Browsers say this only to https and localhost; elsewhere Origin has to do.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host);
}
