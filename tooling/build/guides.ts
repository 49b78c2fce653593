import { readFileSync } from 'node:fs';
import { compiler } from 'markdown-to-jsx/html';

/**
 * Returns a guide as HTML: without its title, with a list of its headings, and with links and pictures as the office
 * serves them. Throws if it links anything else.
 */
export function renderGuide(markdown: string): string {
  const html = compiler(markdown, { disableParsingRawHTML: true })
    .replace(/<h1[^]*?<\/h1>/, '')
    .replaceAll(/href="(\w+)\.md"/g, 'href="/help/$1"')
    .replaceAll(/src="pictures\/([\w-]+\.png)"/g, (_, name: string) => `src="/help/${name}"${formatSize(name)}`);
  const foreign = /(?:href|src)="(?!#|\/help\/)[^"]*"/.exec(html);
  if (foreign) throw new Error(`A guide links ${foreign[0]}, which the office does not serve`);
  const headings = [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)];
  const contents = headings.map(([, id, text]) => `<li><a class="link target" href="#${id}">${text}</a></li>`);
  return `<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>${html}`;
}

/** Returns the size of a picture as attributes, so that the page does not move when it arrives: see PNG's IHDR. */
function formatSize(name: string): string {
  const head = readFileSync(`docs/pictures/${name}`);
  return ` width="${head.readUInt32BE(16)}" height="${head.readUInt32BE(20)}" loading="lazy"`;
}
