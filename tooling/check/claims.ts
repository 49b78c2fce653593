import * as v from 'valibot';

import { fault, textsIn } from '../../content/content-faults.ts';
import { factsOf, putTogether } from '../../content/put-together.ts';
import { asRead, type ContentFile, type Fault, parseYaml } from '../../content/read-content.ts';
import { between, group, pastDay, text } from '../../content/schema/fields.ts';
import type { Content } from '../../content/kinds.ts';

const claim = group('Claim', {
  quote: text('Quote', 400),
  source: between('Source or reason', [10, 400], 'say enough', 'What makes it true.'),
  looked: pastDay('Last looked at', 'When somebody last made sure of it.'),
});

const register = group('Claims', {
  /** Names with a number in them, which claims nothing. */
  names: v.array(v.string()),
  /** By their file, from content/. */
  claims: v.record(v.string(), v.array(claim)),
});

export const claimsFile = 'docs/claims.yaml';
const year = 366 * 24 * 60 * 60 * 1000;

/**
 * Compares the words with the register of what they claim. Faults: what is quoted and no longer stands there. Remarks, which stop
 * nobody: claims that nobody has looked at for a year, and numbers that no claim quotes.
 * @param registered the text of the register
 */
export function examineClaims(registered: string, files: readonly ContentFile[], now: Date) {
  const { value, line = () => 1, faults } = parseYaml(claimsFile, registered, register);
  if (faults.length > 0) return { faults, remarks: [] };
  const { names, claims } = value as v.InferOutput<typeof register>;
  const shown = inForce(files);
  const examined = Object.entries(claims).flatMap(([file, ofFile]) => {
    const said = shown.find((one) => one.file === `content/${file}`)?.texts.map(({ text }) => text);
    return ofFile.map(({ quote, looked }, index) => {
      const path = ['claims', file, index];
      const at = { file: claimsFile, line: line(path), path: [] };
      const isOld = now.getTime() - Date.parse(looked) > year;
      return {
        fault: said?.some((one) => one.includes(quote)) ? [] : [{ ...at, message: whatBecameOf(quote, file, said) }],
        remark: isOld ? [{ ...at, message: `nobody has looked since ${looked} whether it is true: “${quote}”` }] : [],
      };
    });
  });
  const quotes = (file: string) => (claims[file.replace('content/', '')] ?? []).map(({ quote }) => quote);
  const unregistered = shown.flatMap(({ file, counted }) =>
    counted.flatMap(({ at, path, text }): Fault[] => {
      const rest = [...quotes(file), ...names].reduce((left, known) => left.replaceAll(known, ''), text);
      const [number] = /\S*\d\S*/.exec(rest) ?? [];
      return number ? [fault({ at, path }, `has “${number}”, which ${claimsFile} does not register`)] : [];
    }),
  );
  return {
    faults: examined.flatMap(({ fault }) => fault),
    remarks: [...examined.flatMap(({ remark }) => remark), ...unregistered],
  };
}

function whatBecameOf(quote: string, file: string, said: readonly string[] = []): string {
  const pattern = quote
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(/\d[\d,]*/g, String.raw`\d[\d,]*`);
  const [now] = said.flatMap((one) => new RegExp(pattern).exec(one) ?? []);
  return `“${quote}” ${now ? `has another number now, “${now}”` : `no longer stands in content/${file}`}`;
}

/** What each file says with the facts in it. Links, the facts themselves and worked examples, which say that they are, claim nothing. */
function inForce(files: readonly ContentFile[]) {
  const words = putTogether(asRead(files));
  const { email, phone, address } = factsOf(words.site);
  return files.map((file) => {
    const of = words[file.kind.name] as Content[keyof Content];
    const value = Array.isArray(of) ? of.find(({ slug }) => slug === file.slug) : of;
    const texts = [...textsIn({ ...file, value })].map((one) => ({ ...one, text: one.text.replaceAll('\u00A0', ' ') }));
    const counted = texts.filter(
      ({ path: [first, ...inner], text }) =>
        !/^(?:example|contact|company|slug|expires|hours|holidays)$/.test(String(first)) &&
        !inner.includes('shownOn') &&
        !/^(?:\/|https:)/.test(text),
    );
    const withoutFacts = (text: string) =>
      [email, phone, address].reduce((left, fact) => left.replaceAll(fact, ''), text);
    return {
      file: file.file,
      texts,
      counted: counted.map((one) => ({ ...one, text: withoutFacts(one.text) })),
    };
  });
}
