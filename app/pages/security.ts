import { securityTxt, site } from '../../content/words.ts';

/** Whom to tell about a weak point, as RFC 9116 wants it at /.well-known/security.txt. */
export function loader({ pattern }: { pattern: string }): Response {
  const lines = [
    `Contact: mailto:${site.contact.email}`,
    `Contact: ${import.meta.env.SITE_URL}/contact`,
    `Expires: ${securityTxt.expires}`,
    `Preferred-Languages: ${securityTxt.preferredLanguages.join(', ')}`,
    `Canonical: ${import.meta.env.SITE_URL}${pattern}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
