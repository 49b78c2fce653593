import { createSiteHeaders } from '../../server/site-headers.ts';
import type { PageContext } from './page-context.ts';

/**
 * Returns the headers of every response: those of the site, and `no-store`. With `no-referrer` browsers would send
 * forms with `Origin: null`; `same-origin` hides the URLs of the office from other sites just as well.
 */
export function createOfficeHeaders(officeUrl: string | undefined): Record<string, string> {
  return {
    ...createSiteHeaders({ siteUrl: officeUrl ?? '' }),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': buildContentSecurityPolicy(),
  };
}

const scriptDirectives = {
  passkey: ["script-src 'self'", "connect-src 'self'"],
  inbox: ["script-src 'self'"],
  editor: ["script-src 'self'", "connect-src 'self'", "frame-src 'self'"],
};

/** Returns the content security policy of a page: a script and its sources are allowed only on pages that have one. */
export function buildContentSecurityPolicy(script?: PageContext['script']): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : scriptDirectives[script]),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
