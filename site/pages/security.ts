import type { Site } from '../site.ts';

/** Whom to tell about a weak point, as RFC 9116 wants it at /.well-known/security.txt. */
export function security({ words: { securityTxt, site }, siteUrl }: Site, path: string): string {
  const lines = [
    `Contact: mailto:${site.contact.email}`,
    `Contact: ${siteUrl}/contact`,
    `Expires: ${securityTxt.expires}`,
    `Preferred-Languages: ${securityTxt.preferredLanguages.join(', ')}`,
    `Canonical: ${siteUrl}${path}`,
    '',
  ];
  return lines.join('\n');
}
