export interface HeaderSettings {
  siteUrl: string;
  /** Another Supabase project that the pages call instead of this server. */
  supabaseUrl?: string | undefined;
}

/** The headers of everything that a browser loads from the site. */
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

/** The hashes of the scripts and styles that stand inside the pages, as a policy names them. */
export interface InlineCode {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The headers of every page. Its Content-Security-Policy allows nothing but what the site serves itself, and of what stands
 * inside the HTML exactly the pages' own scripts and styles, by their hashes: those of all pages, since a browser checks the
 * next page's by the policy of the page that it is on. No `unsafe-` source anywhere, so a style attribute is refused as well.
 */
export function createPageHeaders(settings: HeaderSettings, { scripts, styles }: InlineCode): Record<string, string> {
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
