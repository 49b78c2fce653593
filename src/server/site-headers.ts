import { hash } from 'node:crypto';

/** Settings that the response headers depend on. */
export interface HeaderSettings {
  siteUrl: string;
  /** Another Supabase project that the pages call instead of this server. */
  supabaseUrl?: string | undefined;
}

/** Returns the headers of every resource of the site. */
export function createSiteHeaders({ siteUrl }: HeaderSettings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Only where the site's own address is https. Not for subdomains: they are the operator's to decide on.
    ...(siteUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  };
}

/** Returns the hash of an inline script or style, as a policy names it. */
export function hashForPolicy(code: string): string {
  return `'sha256-${hash('sha256', code, 'base64')}'`;
}

/**
 * Returns the headers of every page, whose inline scripts and styles have these hashes. The Content-Security-Policy allows only what the site serves, and inline scripts
 * and styles by hash: those of all pages, since after navigation without reload the first page's policy applies. No
 * `unsafe-` source, so style attributes are blocked as well.
 */
export function createPageHeaders(
  settings: HeaderSettings,
  { scripts, styles }: Record<'scripts' | 'styles', readonly string[]>,
): Record<string, string> {
  const { siteUrl, supabaseUrl } = settings;
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(supabaseUrl ? [supabaseUrl] : [])].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text becomes HTML or script in the browser, and nothing may make an exception.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(siteUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ];
  return { ...createSiteHeaders(settings), 'content-security-policy': directives.join('; ') };
}

/**
 * Returns the Content-Security-Policy of a page with drafts: no scripts, forms or foreign frames.
 * @param styles CSS of the page
 * @param frameAncestors source of the pages that may frame it
 */
export function createPreviewPolicy(styles: string, frameAncestors: string): string {
  return [
    "default-src 'none'",
    `style-src 'self' ${hashForPolicy(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    'sandbox allow-same-origin',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
