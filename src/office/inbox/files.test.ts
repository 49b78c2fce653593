import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { parseView } from '../testing/browser.ts';
import { startOfficeWithEnquiry } from '../testing/office-under-test.ts';
import { FileList } from './files.tsx';

const text = 'Yes, on Monday.';
const pdf = new File(['%PDF-1.7\n\u0000\u0001'], 'Our proposal.pdf');
const createPdf = (megabytes: number) => new File(['%PDF-', new Uint8Array(megabytes * 1024 ** 2)], 'large.pdf');

function createForm(...files: readonly File[]): FormData {
  const form = new FormData();
  form.append('seen', '0');
  form.append('text', text);
  for (const file of files) form.append('files', file);
  return form;
}

/** Starts an inbox, in which an answer with these files is sent. */
async function startWithAnswer(...files: readonly File[]) {
  const office = await startOfficeWithEnquiry();
  const path = `${office.enquiryPath}/reply`;
  const response = await office.annasBrowser.postFiles(path, createForm(...files));
  const enquiry = await office.findEnquiry();
  return { ...office, path, response, enquiry, filePath: `${office.enquiryPath}/files/${enquiry?.files[0]?.id}` };
}

/** Begins to send an answer with 10 MB of files, of which the first bytes arrive. */
function beginUpload(url: string, cookies: ReadonlyMap<string, string>, origin: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join();
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10_000_000, cookie, origin };
  const sent = request(url, { method: 'POST', headers }).on('error', () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-');
  return sent;
}

describe('an answer with files', () => {
  it('is stored with them', async () => {
    const { enquiry } = await startWithAnswer(pdf, new File(['a;b\n'], '../Prices.csv'), new File([], ''));
    const files = [{ name: pdf.name, type: 'application/pdf', size: 11, isKept: true }, { name: 'Prices.csv' }];
    expect(enquiry).toMatchObject({ replies: [{ text }], files });
  });

  it.each<[string, File[], string]>([
    ['of another kind', [new File(['MZ'], 'setup.exe')], '“setup.exe” is no PDF'],
    ['that is not what its name says', [new File(['MZ'], 'a.pdf')], '“a.pdf” is no PDF'],
    ['of text that is none', [new File(['a\u0000b'], 'a.txt')], '“a.txt” is no PDF'],
    ['that is empty', [new File([], 'a.pdf')], '“a.pdf” is empty'],
    ['over 10 MB together', [createPdf(6), createPdf(5)], 'larger than 10 MB'],
    ['over 10 MB', [createPdf(12)], 'larger than 10 MB'],
    ['that are eleven', Array.from({ length: 10 }, () => pdf), '10 files at most'],
  ])('has none %s: it is not sent, and what was typed is kept with the good ones', async (_what, files, problem) => {
    const { response, enquiry } = await startWithAnswer(...files, pdf);
    const { reply: answer, notice, unsentFiles } = await parseView(response, 'enquiry');
    expect(unsentFiles.at(-1)?.name).toBe(pdf.name);
    expect([response.status, answer, notice?.text]).toEqual([422, text, expect.stringContaining(problem)]);
    expect(enquiry).toMatchObject({ replies: [], files: [] });
  });

  it('that was refused has them again: what is ticked goes with the next one, and counts for its limits', async () => {
    const { annasBrowser, bobsBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    const send = async (changes: Record<string, string>, files: File[] = [], browser = annasBrowser) => {
      const form = createForm(...files);
      for (const [name, value] of Object.entries(changes)) form.set(name, value);
      return browser.postFiles(`${enquiryPath}/reply`, form);
    };
    const listKept = async (response: Response) =>
      (await parseView(response, 'enquiry')).unsentFiles.map(({ name, id }) => [name, id] as const);
    const [[, dropped] = ['', '']] = await listKept(await send({ text: ' ' }, [new File(['x'], 'wrong.txt')]));
    const again = await listKept(await send({ text: ' ', listed: dropped }, [createPdf(6)]));
    expect(again.map(([name]) => name)).toEqual(['large.pdf']);
    const unsent = again[0]?.[1] ?? '';
    expect((await send({ unsent }, [], bobsBrowser)).status).toBe(422);
    expect(await (await send({ unsent, listed: unsent }, [createPdf(5)])).text()).toContain('larger than 10 MB');
    expect((await send({ unsent, listed: unsent }, [pdf])).status).toBe(303);
    expect((await findEnquiry())?.files).toMatchObject([{ name: 'large.pdf' }, { name: pdf.name }]);
    expect((await send({ seen: '1', unsent })).status).toBe(422);
  });

  it('comes back after signing in again, and asks for them', async () => {
    const { actForView, openBrowser, enquiryPath } = await startOfficeWithEnquiry();
    const asked = await parseView(await openBrowser().postFiles(`${enquiryPath}/reply`, createForm(pdf)), 'sign in');
    const [, { reply: answer, notice }] = await actForView('reply', { ...asked.replayedFields, resumed: 'yes' });
    expect([answer, notice?.text]).toEqual([text, expect.stringContaining('Choose the files again.')]);
  });

  it('is not sent by a form that has their names alone, as one that is tried again after a fault', async () => {
    const { act } = await startOfficeWithEnquiry();
    expect(await act('reply', { text, files: pdf.name })).toEqual([422, null]);
  });

  it.each(['another site', 'somebody without the role'])('from %s is refused before they arrive', async (sender) => {
    const { url, origin, enquiryPath, browserOf } = await startOfficeWithEnquiry();
    const { cookies } = await browserOf('carl@example.com', 'content');
    const sentFrom = sender === 'another site' ? 'https://evil.example' : origin;
    const sent = beginUpload(`${url}${enquiryPath}/reply`, cookies, sentFrom);
    expect(((await once(sent, 'response')) as [IncomingMessage])[0].statusCode).toBe(403);
    sent.destroy();
  });

  it('that breaks off changes nothing, and four unfinished ones let no fifth in', async () => {
    const { url, origin, path, annasBrowser, findEnquiry } = await startWithAnswer(new File(['MZ'], 'setup.exe'));
    const sent = [1, 2, 3, 4].map(() => beginUpload(url + path, annasBrowser.cookies, origin));
    const post = async () => (await annasBrowser.postFiles(path, createForm(pdf, new File([], 'a.pdf')))).text();
    await expect.poll(post).toContain('Too many files');
    for (const one of sent) one.destroy();
    await expect.poll(post).toContain('is empty');
    expect(await findEnquiry()).toMatchObject({ replies: [], version: 0 });
  });
});

describe('the download of a file', () => {
  it('has its bytes, headers with which no browser shows them, and a name that hides nothing', async () => {
    const { annasBrowser, filePath } = await startWithAnswer(new File(['<p>'], 'a"\'; b\u202Efdp\r\nx: y.txt'));
    const response = await annasBrowser.get(filePath);
    expect(await response.text()).toBe('<p>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''(?!.*(?:%0|%E2))[\w%.-]+\.txt$/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('is not there under another enquiry or mail, nor for a stranger', async () => {
    const { annasBrowser, openBrowser, receive, filePath, id } = await startWithAnswer(pdf);
    for (const other of [`enquiries/${await receive()}`, `mail/${id}`])
      expect(await annasBrowser.getStatus(filePath.replace(`enquiries/${id}`, other))).toBe(404);
    expect(await openBrowser().getStatus(filePath)).toBe(302);
  });
});

it('a file that is kept is a link, and another one says where it is', () => {
  const file = { messageId: '1', type: 'application/pdf', size: 2_500_000 };
  const files = [true, false].map((isKept, at) => ({ ...file, id: `${at}`, name: `${at}.pdf`, isKept }));
  const html = renderToStaticMarkup(createElement(FileList, { files, pagePath: '/mail/7' }));
  expect(html.match(/href="[^"]+"/g)).toEqual(['href="/mail/7/files/0"']);
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('0.pdf PDF, 2.4 MB1.pdf PDF, 2.4 MB, stays in the mailbox');
});
