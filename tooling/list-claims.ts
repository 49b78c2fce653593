import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { textsIn } from '../content/content-faults.ts';
import { kindOf } from '../content/kinds.ts';
import { putTogether } from '../content/put-together.ts';
import { readContent } from '../content/read-content.ts';

/** What the pages promise, count, compare and state as law: quotes below the file that has them, by its path from content/. */
type Register = Readonly<Record<string, readonly { quote: string; looked: string }[]>>;

// Lists the claims of docs/claims.yaml that the content no longer makes, and those that nobody has looked at for a year.
//   node tooling/list-claims.ts
const { claims } = parse(readFileSync('docs/claims.yaml', 'utf8')) as { claims: Register };
const words = putTogether(readContent('.').files);
const yearAgo = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
let listed = 0;
for (const [file, quoted] of Object.entries(claims)) {
  const texts = readTexts(file);
  for (const { quote, looked } of quoted) {
    if (!texts.some((text) => text.includes(quote))) list(`no longer stands in content/${file}: “${quote}”`);
    else if (looked < yearAgo) list(`not looked at since ${looked}, content/${file}: “${quote}”`);
  }
}
console.log(`${Object.values(claims).flat().length} claims, ${listed} to look at`);

/** Returns the texts of a file as visitors read them, with the company's facts in them. */
function readTexts(file: string): string[] {
  const kind = kindOf(file);
  const named = kind && words[kind.name];
  const value = Array.isArray(named) ? named.find(({ slug }) => slug === kind?.slug) : named;
  return [...textsIn(file, value)].map(({ text }) => text.replaceAll('\u00A0', ' '));
}

function list(line: string): void {
  listed += 1;
  console.log(line);
}
