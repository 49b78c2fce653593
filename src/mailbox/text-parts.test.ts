import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createEarlierWords } from './earlier-words.ts';
import { listWords } from './new-words.ts';
import { parseMail } from './parse-mail.ts';
import { replyShapes } from './testing/mail-shapes.ts';
import { listTextParts } from './text-parts.ts';

const days = 'would Tuesday or Wednesday suit you?';
const question = 'How many of you will come?';
const arrival = 'Please tell us when you arrive.';
const ours = ['Dear Jane,', days, question, arrival, 'Yours sincerely\nAvonspan'].join('\n\n');
const before = 'We would like to see you in May.';
const outlook = 'From: A\nSent: Friday\nTo: B; C\nSubject: D';

function readParts(text: string, earlier: readonly string[] = [before, ours]) {
  const words = createEarlierWords();
  for (const one of earlier) words.add(one);
  return listTextParts(text, words);
}
/** Returns what is in sight of a mail with this quotation, with a sign for what is folded. */
const read = (quotation: string) =>
  readParts(`Hello\n\n${outlook}\n\n${quotation}`).map((part) => (part.isQuoted ? '…' : part.text));

const answers = ['Five.', '\nFive.', '👍', 'Tuesday or Wednesday suit you?', before, 'Ana wrote:', '> Five'];
it.each(answers)('the answer %j in a quotation is in sight below its question', (answer) => {
  const written = `${question}\n${answer}`;
  expect(read(ours.replace(question, written))).toEqual(['Hello', '…', written, '…']);
});

it.each([
  ['nothing new', ours, []],
  ['words in our line', ours.replace('Yours', 'Always yours'), [`${arrival}\n\nAlways yours sincerely`, '…']],
  ['our own words from below', ours.replace(days, `$&\n${arrival}`), [`${days}\n${arrival}`, '…']],
  ['words below our name', `${ours}\n\nSee you`, ['Yours sincerely\nAvonspan\n\nSee you']],
  ['an earlier mail, wrapped anew', `${ours}\n\n${outlook}\n\nWe would like\nto see you in\nMay.`, []],
  ['the mail of a third', `${ours}\n\n${outlook}\n\nBuy ours.`, ['Buy ours.']],
])('of a quotation with %s exactly that is in sight', (_what, quotation, seen) => {
  expect(read(quotation).slice(2)).toEqual(seen);
});

const vocabulary = 'we you they can will send call meet offer plan price Monday noon office file yes no'.split(' ');
const createWords = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...vocabulary), { minLength, maxLength }).map((words) => words.join(' '));
const answered = fc.record({
  text: createWords(10, 80),
  answers: fc.array(fc.record({ at: fc.nat(80), words: createWords(1, 9), isInline: fc.boolean() }), { maxLength: 4 }),
  copied: fc.option(fc.tuple(fc.nat(80), fc.nat(80), fc.integer({ min: 1, max: 9 })), { nil: null }),
  width: fc.integer({ min: 8, max: 90 }),
});
type Answered = typeof answered extends fc.Arbitrary<infer Value> ? Value : never;

const wrap = (text: string, width: number) => text.replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trim();

/** Returns a text that was wrapped anew, with answers in it, some in words of the text itself. */
function interleave({ text, answers, copied, width }: Answered) {
  const words = text.split(' ');
  const [from, to, count] = copied ?? [0, 0, 0];
  const copy = words
    .slice(from % words.length)
    .slice(0, count)
    .join(' ');
  const all = copy === '' ? answers : [...answers, { at: to, words: copy, isInline: false }];
  const pieces = words.map((word, at) => {
    const here = all.filter((one) => one.at % words.length === at);
    return [word, ...here.map((one) => (one.isInline ? one.words : `\n\n${one.words}\n\n`))].join(' ');
  });
  const paragraphs = pieces.join(' ').split('\n\n');
  return {
    quotation: paragraphs.map((one) => wrap(one.trim(), width)).join('\n\n'),
    written: all.map((one) => one.words),
  };
}

function countWords(texts: readonly string[]): Map<string, number> {
  const all = texts.flatMap((text) => [...listWords(text)]);
  return new Map([...Map.groupBy(all, (word) => word)].map(([word, { length }]) => [word, length]));
}

const people = replyShapes.filter(({ expected }) => expected.kind === 'person' || expected.kind === 'program');
const original = { messageId: '<a@b>', references: [], subject: '', from: 'a@b.example', to: 'c@d.example' };

it('every word that a person writes into a quotation is in sight, whatever their mail program makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), answered, async ({ build }, mail) => {
      const { quotation, written } = interleave(mail);
      const source = Buffer.from(build({ ...original, text: quotation }));
      const { text } = await parseMail(
        { uid: 1, source, isCut: false, size: source.length, receivedAt: new Date() },
        'UTC',
      );
      const shown = readParts(text, [mail.text]).filter(({ isQuoted }) => !isQuoted);
      const seen = countWords(shown.map((part) => part.text));
      const isQuoting = build({ ...original, text: 'x' }) !== build({ ...original, text: 'y' });
      for (const [word, count] of isQuoting ? countWords(written) : [])
        expect(seen.get(word) ?? 0).toBeGreaterThanOrEqual(count);
    }),
    { numRuns: 500 },
  );
});

it('a quotation that is wrapped anew is folded, whatever its width', () => {
  fc.assert(
    fc.property(answered, ({ text, width }) => {
      const parts = readParts(`Hello\n\n${outlook}\n\n${wrap(text, width)}`, [before, text]);
      expect(parts.filter(({ isQuoted }) => !isQuoted)).toEqual([{ text: 'Hello', isQuoted: false }]);
    }),
  );
});

it('each word of a mail is looked up once, at a few places, whatever 300 earlier mails repeat', () => {
  const words = createEarlierWords();
  for (let at = 0; at < 300; at += 1) words.add('a '.repeat(500));
  const get = vi.spyOn(Map.prototype, 'get');
  const find = vi.spyOn(Array.prototype, 'find');
  words.findNewLines('a a a a a b\n'.repeat(1000).split('\n'));
  const [lookups, places] = [get.mock.calls.length, find.mock.contexts.map((list) => (list as unknown[]).length)];
  vi.restoreAllMocks();
  expect(lookups).toBeLessThan(3 * 6000);
  expect(Math.max(...places)).toBe(8);
});
