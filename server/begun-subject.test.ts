import { describe, expect, it } from 'vitest';
import { enquirySubjects } from '../content/enquiry-subjects.ts';
import * as words from '../content/words.ts';
import { createEnquiryParser } from '../enquiries/core/enquiry.ts';
import { attribute, elementsOf } from '../start/testing/html.ts';
import { recordedLog, startSite } from '../start/testing/site-under-test.ts';
import { shownTexts } from '../start/testing/stored-site.ts';
import { createFront } from './front.ts';

const subjects = new Map([
  ['services/sap', 'Service: "SAP" & <more>'],
  ['demonstration', 'A demonstration'],
]);
const form = '<!doctype html><input name="subject"/><input name="form-key" value=""/>';

async function startForm() {
  const { log, lines } = recordedLog();
  const front = createFront(new Map(), { siteUrl: 'http://localhost:3000' }, log);
  const { files, pageHeaders } = await shownTexts({ '/404.html': '', '/about': 'About', '/contact': form });
  const file = files.get('/contact');
  if (!file) throw new Error('There is no form');
  front.show({ files: new Map([...files, ['/contact', { ...file, subjects }]]), pageHeaders });
  const { url, log: ofSite } = await startSite({}, { front });
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/contact${query}`, { headers });
    const subject = elementsOf(await answer.text()).find((it) => attribute(it, 'name') === 'subject');
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', begun: attribute(subject, 'value') };
  };
  return { ask, log: () => lines.join('') + ofSite() };
}

describe('the form', () => {
  it.each([...subjects])('has the subject that its address begins: %s', async (key, text) => {
    const { ask } = await startForm();
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { etag, begun } = await ask(`?a=b&subject=${key}`, { 'accept-encoding': encoding });
      expect(begun).toBe(text);
      const known = { 'accept-encoding': encoding, 'if-none-match': etag };
      expect((await ask(`?subject=${key}`, known)).status).toBe(304);
    }
  });

  it.each([
    ['an unknown subject', 'Another'],
    ['one with markup', '"><script>alert(1)</script>'],
    ['one of 10,000 characters', 'x'.repeat(10_000)],
    ['what all objects have', 'constructor'],
  ])('is as without one for %s, and the log says nothing', async (_what, subject) => {
    const { ask, log } = await startForm();
    const before = log();
    expect(await ask(`?subject=${encodeURIComponent(subject)}`)).toEqual(await ask(''));
    expect(log()).toBe(before);
  });
});

it('every subject that can be begun is one that the form takes, and no two are the same', () => {
  const parse = createEnquiryParser(words.contactPage.form.faults);
  const texts = [...enquirySubjects(words).values()];
  for (const subject of texts) expect(parse({ name: 'A', email: 'a@b.example', subject, message: 'M' }).ok).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
