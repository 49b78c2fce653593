import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../content/read-content.ts';
import { site } from '../../content/words.ts';
import { examineClaims } from './claims.ts';

const now = new Date('2026-11-24T12:00:00Z');

/** What is said of one text of the site and one claim about it. */
function examine(said: string, claim: string, names = '[]') {
  const text = readFileSync('content/about.yaml', 'utf8').replace(
    /^place:[^]*?(?=^related:)/m,
    `place:\n  title: Here\n  text: "${said}"\n`,
  );
  const files = readContent('.', { 'about.yaml': text });
  const { faults, remarks } = examineClaims(`names: ${names}\nclaims:\n  about.yaml:\n    - ${claim}\n`, files, now);
  return { faults, remarks: remarks.filter((one) => /claims.yaml: |place.text/.test(one)) };
}

const claim = (quote: string, looked = '2026-01-01') =>
  `{ quote: "${quote}", source: The lease of the house, looked: ${looked} }`;
const sound = { faults: [], remarks: [] };

describe('the register of claims', () => {
  it('is true of the words of the site', () => {
    const registered = readFileSync('docs/claims.yaml', 'utf8');
    expect(examineClaims(registered, readContent('.'), now).faults).toEqual([]);
  });

  it('takes a quote that stands in its file, with the facts as visitors read them', () => {
    expect(examine('We have 12 rooms.', claim('12 rooms'))).toEqual(sound);
    expect(examine('{name} answers in {replyWithinHours} hours.', claim(`${site.replyWithinHours} hours`))).toEqual(
      sound,
    );
  });

  it.each([
    ['We have many rooms.', 'docs/claims.yaml: “12 rooms” no longer stands in content/about.yaml'],
    ['We have 14 rooms.', 'docs/claims.yaml: “12 rooms” has another number now, “14 rooms”'],
  ])('finds what a claim no longer says: %s', (said, fault) =>
    expect(examine(said, claim('12 rooms')).faults).toEqual([fault]),
  );

  it.each([
    ['no source', '{ quote: 12 rooms, looked: 2026-01-01 }', 'source is missing'],
    ['an empty source', '{ quote: 12 rooms, source: "", looked: 2026-01-01 }', 'source is empty'],
    ['a source that says nothing', '{ quote: 12 rooms, source: known, looked: 2026-01-01 }', 'source has 5 characters'],
    ['no day', '{ quote: 12 rooms, source: The lease of the house }', 'looked is missing'],
  ])('refuses a claim with %s', (_what, entry, fault) =>
    expect(examine('We have 12 rooms.', entry).faults).toEqual([
      expect.stringMatching(`^docs/claims.yaml: claims.about.yaml.0.${fault}`),
    ]),
  );

  it('remarks on what nobody has looked at for a year, and fails nobody for it', () => {
    expect(examine('We have 12 rooms.', claim('12 rooms', '2025-11-24'))).toEqual(sound);
    const old = 'docs/claims.yaml: nobody has looked since 2025-11-22 whether it is true: “12 rooms”';
    expect(examine('We have 12 rooms.', claim('12 rooms', '2025-11-22'))).toEqual({ faults: [], remarks: [old] });
  });

  it('remarks on a number that no claim quotes, but for those in names and in the facts of the company', () => {
    const said = 'We have 12 rooms and 3 doors at {address}, for Office 365.';
    const remarks = [expect.stringMatching(/^content\/about.yaml, line \d+: place.text has “3”, which docs/)];
    expect(examine(said, claim('12 rooms'), '[Office 365]')).toEqual({ faults: [], remarks });
  });
});
