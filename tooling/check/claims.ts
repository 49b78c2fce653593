import * as v from 'valibot';
import { parse } from 'yaml';

import { textsIn } from '../../content/content-faults.ts';
import { type Content, kindOf, singles } from '../../content/kinds.ts';
import { factsOf, putTogether } from '../../content/put-together.ts';
import type { ReadContent } from '../../content/read-content.ts';
import { between, group, pastDay, text } from '../../content/schema/fields.ts';

const claim = group('Claim', {
  quote: text('Quote', 400),
  source: between('Source or reason', [10, 400], 'say enough'),
  looked: pastDay('Last looked at', 'When somebody last made sure of it.'),
});

/** Names with a number in them claim nothing. Claims stand below their file, by its path from content/. */
const register = group('Claims', { names: v.array(v.string()), claims: v.record(v.string(), v.array(claim)) });

export const claimsFile = 'docs/claims.yaml';
const year = 366 * 24 * 60 * 60 * 1000;

/**
 * Compares the words with the register of what they claim. Faults: what is quoted and no longer stands there. Remarks, which stop
 * nobody: claims that nobody has looked at for a year, and numbers that no claim quotes.
 */
export function examineClaims(registered: string, { files, inWords }: ReadContent, now: Date) {
  const { output, issues } = v.safeParse(register, parse(registered));
  if (issues) return { faults: issues.map((one) => `${claimsFile}: ${v.getDotPath(one)} ${one.message}`), remarks: [] };
  const words = putTogether(files);
  const { email, phone, address } = factsOf(words.site);
  const shown = Object.keys(files).flatMap((file) => inForce(file, words));
  const [faults, remarks]: [string[], string[]] = [[], []];
  for (const [file, claims] of Object.entries(output.claims))
    for (const { quote, looked } of claims) {
      const said = shown.flatMap((one) => (one.file === file ? one.text : []));
      if (!said.some((one) => one.includes(quote)))
        faults.push(`${claimsFile}: “${quote}” ${change(quote, file, said)}`);
      if (now.getTime() - Date.parse(looked) > year)
        remarks.push(`${claimsFile}: nobody has looked since ${looked} whether it is true: “${quote}”`);
    }
  for (const one of shown.filter((each) => !claimsNothing(each))) {
    const quotes = (output.claims[one.file] ?? []).map(({ quote }) => quote);
    const rest = [...quotes, ...output.names, email, phone, address].reduce(
      (left, known) => left.replaceAll(known, ''),
      one.text,
    );
    const [number] = /\S*\d\S*/.exec(rest) ?? [];
    if (number) remarks.push(inWords({ ...one, message: `has “${number}”, which ${claimsFile} does not register` }));
  }
  return { faults, remarks };
}

function change(quote: string, file: string, said: readonly string[]): string {
  const escaped = quote.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(escaped.replaceAll(/\d[\d,]*/g, String.raw`\d[\d,]*`));
  const [now] = said.flatMap((one) => pattern.exec(one) ?? []);
  return now ? `has another number now, “${now}”` : `no longer stands in content/${file}`;
}

/** What a file says with the facts in it. */
function inForce(file: string, words: Content) {
  const kind = kindOf(file);
  const of = kind && words[kind.name];
  const value = Array.isArray(of) ? of.find(({ slug }) => slug === kind?.slug) : of;
  return [...textsIn(file, value)].map((one) => ({ ...one, text: one.text.replaceAll('\u00A0', ' ') }));
}

/** Links, worked examples, which say that they are, what has a source beside it, and what the software reads. */
function claimsNothing({ file, path, text }: ReturnType<typeof inForce>[number]): boolean {
  if (file === singles.proof.file || /^(?:\/|https:)/.test(text)) return true;
  return /^(?:example|written|contact|company|slug|expires|hours|holidays)$/.test(
    String(path.find((part) => part !== 'page')),
  );
}
