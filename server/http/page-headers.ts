import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface PageSettings {
  siteUrl: string;
  /** Another Supabase project that the pages call instead of this server. */
  supabaseUrl?: string | undefined;
  /** The hashes of the styles inside all stored pages, as `styleHashes` gives them: a change of page reads the next page's. */
  styleHashes?: readonly string[];
}

/** The headers of everything that a browser loads from the site. */
export function siteHeaders({ siteUrl }: PageSettings): Record<string, string> {
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

/**
 * The Content-Security-Policy of one page: nothing but what the site serves itself, and of what stands inside the HTML exactly
 * these scripts and styles, by their hashes. No `unsafe-` source anywhere, so a style attribute is refused as well.
 */
export function contentSecurityPolicy(html: string, settings: PageSettings): string {
  const { siteUrl, supabaseUrl, styleHashes: others = [] } = settings;
  const styles = [...new Set([...styleHashes(html), ...others, ...notificationStyles])];
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${hashes(html, /<script(?![^>]* (?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g).join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
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
  return directives.join('; ');
}

/** The hashes of the styles inside a page, as its policy names them. */
export function styleHashes(html: string): string[] {
  return hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
}

function hashes(html: string, element: RegExp): string[] {
  // An empty element runs nothing, and needs no leave.
  const contents = [...html.matchAll(element)].flatMap(([, content]) => content || []);
  return [...new Set(contents.map(hash))];
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** The library of the notifications inserts its styles as an element of its own when it is loaded: empty, then filled. */
const notificationStyles = (() => {
  const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const inserted = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (inserted === undefined)
    throw new Error('The styles that sonner inserts were not found: has a new version changed how?');
  return [hash(''), hash(JSON.parse(inserted) as string)];
})();
