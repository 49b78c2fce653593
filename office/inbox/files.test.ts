import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { maxFilesSize } from '../../mailbox/file-kinds.ts';
import { parseView } from '../testing/browser.ts';
import { anna, startOfficeWithEnquiry } from '../testing/office-under-test.ts';
import { FileList } from './files.tsx';

const text = 'Yes, on Monday.';
const fields = { seen: '0', text };
const pdf = new File(['%PDF-1.7\n\u0000\u0001'], 'Our proposal.pdf');
const largeFile = (megabytes: number) => new File(['%PDF-', new Uint8Array(megabytes * 1024 ** 2)], 'large.pdf');

/** Starts an inbox whose enquiry has an answer with this file. Resolves to the path of its download, too. */
async function startWithFile(file: File) {
  const office = await startOfficeWithEnquiry();
  expect((await office.annasBrowser.postFiles(`${office.enquiryPath}/reply`, fields, [file])).status).toBe(303);
  const [stored] = (await office.findEnquiry())?.files ?? [];
  return { ...office, filePath: `${office.enquiryPath}/files/${stored?.id}` };
}

/** Begins to send an answer with files of 10 MB, of which the first bytes arrive. */
function beginUpload(url: string, path: string, headers: Record<string, string>) {
  const sent = request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': maxFilesSize, ...headers },
  });
  sent.on('error', () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-');
  return sent;
}

describe('an answer with files', () => {
  it('is stored with them', async () => {
    const { annasBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    const files = [pdf, new File(['a;b\n'], '../Prices.csv'), new File([], '')];
    expect((await annasBrowser.postFiles(`${enquiryPath}/reply`, fields, files)).status).toBe(303);
    expect(await findEnquiry()).toMatchObject({
      replies: [{ by: anna, text }],
      files: [
        { name: 'Our proposal.pdf', type: 'application/pdf', size: 11, isKept: true },
        { name: 'Prices.csv', type: 'text/csv', size: 4 },
      ],
    });
  });

  it.each<[string, File[], string]>([
    ['of another kind', [new File(['MZ'], 'setup.exe')], '“setup.exe” is no PDF'],
    ['that is not what its name says', [new File(['MZ'], 'a.pdf')], '“a.pdf” is no PDF'],
    ['of text that is none', [new File(['a\u0000b'], 'a.txt')], '“a.txt” is no PDF'],
    ['that is empty', [new File([], 'a.pdf')], '“a.pdf” is empty'],
    ['over 10 MB together', [largeFile(6), largeFile(5)], 'larger than 10 MB'],
    ['over 10 MB', [largeFile(12)], 'larger than 10 MB'],
    ['that are eleven', Array.from({ length: 11 }, () => pdf), '10 files at most'],
  ])('has none %s: it is not sent, and what was typed is kept', async (_what, files, problem) => {
    const { annasBrowser, enquiryPath, findEnquiry } = await startOfficeWithEnquiry();
    const refused = await annasBrowser.postFiles(`${enquiryPath}/reply`, fields, [pdf, ...files]);
    expect(refused.status).toBe(422);
    const { answer, notice } = await parseView(refused, 'enquiry');
    expect([answer, notice?.text]).toEqual([text, expect.stringContaining(problem)]);
    expect(notice?.text).toContain('Choose the files again.');
    expect(await findEnquiry()).toMatchObject({ replies: [], files: [] });
  });

  it('comes back without them after signing in again', async () => {
    const { annasBrowser, openBrowser, enquiryPath } = await startOfficeWithEnquiry();
    const asked = await parseView(await openBrowser().postFiles(`${enquiryPath}/reply`, fields, [pdf]), 'sign in');
    expect(asked.replayedFields).toMatchObject({ text: [text], files: [pdf.name] });
    const replayed = { ...asked.replayedFields, resumed: 'yes' };
    const { answer, notice } = await parseView(await annasBrowser.post(`${enquiryPath}/reply`, replayed), 'enquiry');
    expect([answer, notice?.text]).toEqual([text, expect.stringContaining('Choose the files again.')]);
  });

  it.each(['another site', 'somebody without the role'])('of %s is refused before they arrive', async (sender) => {
    const { url, origin, enquiryPath, browserOf } = await startOfficeWithEnquiry();
    const { cookies } = await browserOf('carl@example.com', 'words');
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join();
    const headers = { cookie, origin: sender === 'another site' ? 'https://evil.example' : origin };
    const sent = beginUpload(url, `${enquiryPath}/reply`, headers);
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(403);
    sent.destroy();
  });

  it('that breaks off changes nothing, and four unfinished ones let no fifth in', async () => {
    const { url, origin, enquiryPath, annasBrowser, findEnquiry } = await startOfficeWithEnquiry();
    const cookie = [...annasBrowser.cookies].map(([name, value]) => `${name}=${value}`).join();
    const sent = Array.from({ length: 4 }, () => beginUpload(url, `${enquiryPath}/reply`, { cookie, origin }));
    const post = () => annasBrowser.postFiles(`${enquiryPath}/reply`, { ...fields, text: '' }, [pdf]);
    const read = async () => (await parseView(await post(), 'enquiry')).notice?.text;
    await expect.poll(read).toContain('Too many files');
    for (const one of sent) one.destroy();
    await expect.poll(read).not.toContain('Too many files');
    expect(await findEnquiry()).toMatchObject({ replies: [], version: 0 });
  });
});

describe('the download of a file', () => {
  it('has its bytes, and headers with which no browser shows them', async () => {
    const { annasBrowser, filePath } = await startWithFile(pdf);
    const { headers, ...answer } = await annasBrowser.get(filePath).then(async (response) => ({
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }));
    expect(answer.body).toBe(await pdf.text());
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''Our%20proposal.pdf",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('has no name that ends its header or hides how it ends', async () => {
    const { annasBrowser, filePath } = await startWithFile(new File(['a'], 'a"\'; b\u202Efdp\r\nx: y.txt'));
    const disposition = (await annasBrowser.get(filePath)).headers.get('content-disposition');
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+\.txt$/);
    expect(disposition).not.toMatch(/%0[AD]|%E2%80%AE/i);
  });

  it('is not there under another enquiry, for a stranger, or once it is erased', async () => {
    const { annasBrowser, openBrowser, receive, filePath, id, enquiries } = await startWithFile(pdf);
    const other = await receive();
    expect(await annasBrowser.getStatus(filePath.replace(id, other))).toBe(404);
    expect(await annasBrowser.getStatus(filePath.replace(`enquiries/${id}`, `mail/${other}`))).toBe(404);
    expect(await openBrowser().getStatus(filePath)).toBe(302);
    await enquiries.erase({ id });
    expect(await annasBrowser.getStatus(filePath)).toBe(404);
  });
});

it('a file that is kept is a link, and another one says where it is', () => {
  const file = { messageId: '1', type: 'application/pdf', size: 2_500_000 };
  const files = [
    { ...file, id: '1', name: 'a.pdf', isKept: true },
    { ...file, id: '2', name: 'b.exe', isKept: false },
  ];
  const html = renderToStaticMarkup(createElement(FileList, { files, pagePath: '/mail/7' }));
  expect(html.match(/href="[^"]+"/g)).toEqual(['href="/mail/7/files/1"']);
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('a.pdf PDF, 2.4 MBb.exe EXE, 2.4 MB, stays in the mailbox');
});
