import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitQuotedText } from './quoted-text.ts';

it.each([
  ['an account of what somebody wrote', 'Hello,\n\nOn 5 May my colleague wrote:\nplease call.'],
  ['a forwarded mail', 'See below.\n\n---------- Forwarded message ---------\nFrom: A\nDate: B\nSubject: C\n\nBrief'],
  ['a mail that was forwarded without a word', 'From: A\nSent: B\nTo: C\nSubject: D\n\nBrief'],
  ['a quotation alone', 'On 27/11/2026 10:00, A <a@b.example> wrote:\n> Hello'],
  ['words below a quotation', 'Yes.\n\n> Tuesday?\n\nOr Friday.'],
])('nothing of %s is taken for a quotation', (_name, text) => {
  expect(splitQuotedText(text)).toEqual({ text, quoted: '' });
});

const line = fc.constantFrom(
  '',
  'Yes.',
  '> Hello',
  'On 1/1/2026 10:00, A <a@b.example> wrote:',
  '-- ',
  '____',
  'From: A',
  'Sent: B',
  'Subject: C',
  '-----Original Message-----',
);

it('no line is lost, whatever the order of lines is', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const { text, quoted } = splitQuotedText(lines.join('\n'));
      const filled = (all: string[]) => all.map((each) => each.trim()).filter((each) => each !== '');
      expect(filled([...text.split('\n'), ...quoted.split('\n')])).toEqual(filled(lines));
    }),
  );
});
