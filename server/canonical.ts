import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Returns the canonical URL of a page requested with a trailing slash, in capitals, as `index.html`, or with an encoded
 * line break (from links that a mail client wrapped). Undefined if the URL is canonical already or no page has it. A
 * URL with a line break is always redirected without it: the pages' router cannot match it, not even as unknown.
 */
export function findCanonicalUrl(address: string, pages: ReadonlySet<string>): string | undefined {
  // The absolute form of a request line names a host: no redirect to that.
  if (address !== '' && !address.startsWith('/')) return undefined;
  const oneLine = address.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '');
  const plain =
    oneLine
      .toLowerCase()
      .replace(/\/(?:index\.html)?$/, '')
      .replace(/\.html$/, '') || '/';
  if (plain !== address && pages.has(plain)) return plain;
  // One leading slash only: two would name another host.
  return oneLine === address ? undefined : oneLine.replace(/^[/\\]+/, '/');
}

export interface HostSettings {
  siteUrl: string;
  allowedOrigins?: readonly string[];
  trustProxy?: number;
}

/**
 * Returns a function that returns true if a request should be redirected to the site's own host. It returns false
 * whenever that is uncertain, to avoid redirect loops: behind proxies that do not send X-Forwarded-Host, for private
 * addresses and names (health checks use them), and for ALLOWED_ORIGINS. Always false if SITE_URL itself is a private
 * name.
 */
export function createHostCheck({ siteUrl, allowedOrigins = [], trustProxy = 0 }: HostSettings) {
  const own = new Set([siteUrl, ...allowedOrigins].map((origin) => new URL(origin).hostname));
  if (!isPublicName(new URL(siteUrl).hostname)) return () => false;

  return ({ host, 'x-forwarded-host': forwarded = '' }: IncomingHttpHeaders): boolean => {
    const asked = trustProxy === 0 ? (host ?? '') : String(forwarded);
    // Names have 253 characters at most (RFC 1035), and parsing takes time.
    if (asked.length > 1000) return false;
    // Each of several proxies may have appended its host.
    return asked.split(',').every((one) => isPublicName(nameOf(one)) && !own.has(nameOf(one)));
  };
}

/** Returns the host name without port and trailing dot, in lower case; empty if invalid. */
function nameOf(host: string): string {
  return URL.parse(`http://${host.trim()}`)?.hostname.replace(/\.$/, '') ?? '';
}

function isPublicName(name: string): boolean {
  return name.includes('.') && isIP(name) === 0 && !/^\[|\.(?:localhost|local|internal)$/.test(name);
}
