import { createSiteHeaders } from '../../server/site-headers.ts';
import type { PageContext } from './page-context.ts';

/**
 * The headers of everything that the inbox answers: those of the site, and nothing is kept by anybody. Under `no-referrer`
 * browsers would send forms with `Origin: null`; under `same-origin` no other site learns an address of the inbox either.
 */
export function createInboxHeaders(inboxUrl: string | undefined): Record<string, string> {
  return {
    ...createSiteHeaders({ siteUrl: inboxUrl ?? '' }),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': buildContentSecurityPolicy(),
  };
}

const ofScripts = {
  passkey: ["script-src 'self'", "connect-src 'self'"],
  kept: ["script-src 'self'"],
  editor: ["script-src 'self'", "connect-src 'self'", "frame-src 'self'"],
};

/** The policy of a page: scripts, and what these call, only where it has one. */
export function buildContentSecurityPolicy(script?: PageContext['script']): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : ofScripts[script]),
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
