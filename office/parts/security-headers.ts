import { siteHeaders } from '../../server/site-headers.ts';
import type { Frame } from './frame.ts';

/**
 * The headers of everything that the inbox answers: those of the site, and nothing is kept by anybody. Under `no-referrer`
 * browsers would send forms with `Origin: null`; under `same-origin` no other site learns an address of the inbox either.
 */
export function inboxHeaders(inboxUrl: string | undefined): Record<string, string> {
  return {
    ...siteHeaders({ siteUrl: inboxUrl ?? '' }),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': policyOf({}),
  };
}

/** The policy of a page: scripts, and what these call, only where its frame says that it has some. */
export function policyOf({ script }: Pick<Frame, 'script'>): string {
  return [
    "default-src 'none'",
    ...(script ? ["script-src 'self'"] : []),
    ...(script === 'passkey' || script === 'editor' ? ["connect-src 'self'"] : []),
    ...(script === 'editor' ? ["frame-src 'self'"] : []),
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
