import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Returns where a path leads that is requested with a trailing slash, in capitals, as `index.html`, or with an encoded
 * line break (from links that a mail client wrapped). Undefined if it is canonical already or unknown. A URL with a
 * line break is always redirected without it: the pages' router cannot match it, not even as unknown.
 * @param targets where known paths lead: pages to themselves, earlier addresses to others
 */
export function findCanonicalUrl(path: string, targets: ReadonlyMap<string, string>): string | undefined {
  // The absolute form of a request line names a host: no redirect to that.
  if (path !== '' && !path.startsWith('/')) return undefined;
  const oneLine = path.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '');
  const canonicalPath =
    oneLine
      .toLowerCase()
      .replace(/\/(?:index\.html)?$/, '')
      .replace(/\.html$/, '') || '/';
  const target = targets.get(canonicalPath);
  if (target !== undefined && target !== path) return target;
  // One leading slash only: two would name another host.
  return oneLine === path ? undefined : oneLine.replace(/^[/\\]+/, '/');
}

/** Settings that decide which host is the site's own. */
export interface HostSettings {
  siteUrl: string;
  allowedOrigins?: readonly string[];
  trustProxy?: number;
}

/**
 * Returns a predicate: true if a request should be redirected to the site's own host. It returns false
 * whenever that is uncertain, to avoid redirect loops: behind proxies that do not send X-Forwarded-Host, for private
 * addresses and names (health checks use them), and for ALLOWED_ORIGINS. Always false if SITE_URL itself is a private
 * name.
 */
export function createOtherHostCheck(settings: HostSettings): (headers: IncomingHttpHeaders) => boolean {
  const { siteUrl, allowedOrigins = [], trustProxy = 0 } = settings;
  const ownHosts = new Set([siteUrl, ...allowedOrigins].map((origin) => new URL(origin).hostname));
  if (!isPublicHostName(new URL(siteUrl).hostname)) return () => false;

  return ({ host, 'x-forwarded-host': forwarded = '' }) => {
    const requestHosts = trustProxy === 0 ? (host ?? '') : String(forwarded);
    // Names have 253 characters at most (RFC 1035), and parsing takes time.
    if (requestHosts.length > 1000) return false;
    // Each of several proxies may have appended its host.
    return requestHosts
      .split(',')
      .every((one) => isPublicHostName(parseHostName(one)) && !ownHosts.has(parseHostName(one)));
  };
}

/** Returns the host name without port and trailing dot, in lower case; empty if invalid. */
function parseHostName(host: string): string {
  return URL.parse(`http://${host.trim()}`)?.hostname.replace(/\.$/, '') ?? '';
}

function isPublicHostName(name: string): boolean {
  return name.includes('.') && isIP(name) === 0 && !/^\[|\.(?:localhost|local|internal)$/.test(name);
}
