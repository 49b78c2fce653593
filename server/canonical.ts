import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * The one address of a page that was asked for by another: with a trailing slash, in capitals, as `index.html`, or with a line
 * break in it, as links have that a mail has broken. Undefined where the address is the page's own, or no page has it; what has
 * a line break is always sent on without it, since the pages' router matches it with nothing, not even as unknown.
 */
export function findCanonicalUrl(address: string, pages: ReadonlySet<string>): string | undefined {
  // The absolute form of a request line names a host, which is not ours to send anybody to.
  if (address !== '' && !address.startsWith('/')) return undefined;
  const oneLine = address.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '');
  const plain =
    oneLine
      .toLowerCase()
      .replace(/\/(?:index\.html)?$/, '')
      .replace(/\.html$/, '') || '/';
  if (plain !== address && pages.has(plain)) return plain;
  // One slash at the beginning: two would name another host.
  return oneLine === address ? undefined : oneLine.replace(/^[/\\]+/, '/');
}

export interface HostSettings {
  siteUrl: string;
  allowedOrigins?: readonly string[];
  trustProxy?: number;
}

/**
 * A function that says whether a visitor asked for the site by another name than its own, and is better sent there. False
 * wherever that is not certain, since a wrong yes would send visitors round in circles: behind proxies that do not name the
 * host that was asked for (X-Forwarded-Host), for addresses and names of a private network, which health checks use, and for
 * ALLOWED_ORIGINS. Always false where SITE_URL itself is such a name.
 */
export function createHostCheck({ siteUrl, allowedOrigins = [], trustProxy = 0 }: HostSettings) {
  const own = new Set([siteUrl, ...allowedOrigins].map((origin) => new URL(origin).hostname));
  if (!isPublicName(new URL(siteUrl).hostname)) return () => false;

  return ({ host, 'x-forwarded-host': forwarded = '' }: IncomingHttpHeaders): boolean => {
    const asked = trustProxy === 0 ? (host ?? '') : String(forwarded);
    // No name is longer than 253 characters (RFC 1035), and reading names takes time.
    if (asked.length > 1000) return false;
    // Each proxy of several may have added what it was asked for.
    return asked.split(',').every((one) => isPublicName(nameOf(one)) && !own.has(nameOf(one)));
  };
}

/** The name without port and final dot, in lower case. Empty where it is none. */
function nameOf(host: string): string {
  return URL.parse(`http://${host.trim()}`)?.hostname.replace(/\.$/, '') ?? '';
}

function isPublicName(name: string): boolean {
  return name.includes('.') && isIP(name) === 0 && !/^\[|\.(?:localhost|local|internal)$/.test(name);
}
