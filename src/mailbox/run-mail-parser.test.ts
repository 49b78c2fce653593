import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { runMailParser, unreadableMailText } from './run-mail-parser.ts';

const header = 'From: Jane <jane@customer.example>\nSubject: =?iso-8859-1?q?Gr=C3=B6sse?=\n';
const receivedAt = new Date('2026-11-27T12:00:00Z');

function createMail(rest: string) {
  const source = Buffer.from(header + rest);
  return { uid: 1, source, isCut: false, size: source.length, receivedAt };
}
const readMail = (mail: ReturnType<typeof createMail>) => runMailParser(mail, 'UTC');
const partHeader = 'Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n';
const megabyte = 1024 ** 2;
const known = { from: { name: 'Jane', address: 'jane@customer.example' }, subject: 'Grösse', receivedAt };

it('a mail of 13 MB is read', async () => {
  const { files } = await readMail(createMail(`${partHeader}${`${'QUJD'.repeat(19)}\n`.repeat(170_000)}`));
  expect(files).toMatchObject([{ name: 'a.pdf', body: { length: 57 * 170_000 } }]);
});

it.each([
  ['1 MB of line feeds', `\nHello${'\n'.repeat(megabyte)}`, 'Hello\n\nThe rest of this mail stays in the mailbox.'],
  ['a header of 1 MB', `To: ${'c@d.example, '.repeat(80_000)}\n\nHello`, 'Hello'],
  ['a header of 6 MB', `X: ${'x'.repeat(6_000_000)}\n\nHello`, unreadableMailText],
  [
    '300 parts within one another',
    'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(300),
    unreadableMailText,
  ],
])('of a mail with %s the sender, the subject and what can be read are told', async (_name, rest, text) => {
  expect(await readMail(createMail(rest))).toMatchObject({ ...known, text });
});

const lines = `Content-Type: text/plain; format=flowed\n\n${'\n'.repeat(4 * megabyte)}`;

it.each([
  ['takes too long', '\nHello', { milliseconds: 1, heapMegabytes: 128 }],
  ['exhausts the memory', lines, { milliseconds: 20_000, heapMegabytes: 32 }],
])('of a mail that %s the sender and the subject are told', async (_name, rest, limits) => {
  const mail = await runMailParser(createMail(rest), 'UTC', limits);
  expect(mail).toMatchObject({ ...known, text: unreadableMailText, files: [] });
  expect(mail.hash).not.toBe((await runMailParser(createMail(`${rest}!`), 'UTC', { ...limits, milliseconds: 1 })).hash);
});

it('without a parser no mail is taken for unreadable: it rejects', async () => {
  vi.spyOn(process, 'execPath', 'get').mockReturnValue('/nowhere/node');
  await expect(readMail(createMail('\nHello'))).rejects.toThrow('ENOENT');
});

/** Starts a process that reads a mail, with processes of a group of their own. */
function startReading(afterStart: string) {
  const script = `
    import { runMailParser } from '${import.meta.dirname}/run-mail-parser.ts';
    process.on('SIGTERM', () => {});
    const source = Buffer.from('\\n'.repeat(15_000_000));
    runMailParser({ uid: 1, source, isCut: false, size: 1, receivedAt: new Date() }, 'UTC').then(
      () => console.log('unreadable'), () => console.log('rejected'));
    ${afterStart}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { detached: true });
  child.stderr.pipe(process.stderr);
  return child;
}

it('a signal that ends the site and its parser takes no mail for unreadable', async () => {
  const child = startReading("console.log('started')");
  await once(child.stdout, 'data');
  process.kill(-Number(child.pid), 'SIGTERM');
  expect(`${(await once(child.stdout, 'data'))[0]}`).toBe('rejected\n');
});

it('nothing is left of the parser when the site ends in the middle of a mail', async () => {
  const child = startReading('process.exit();');
  await once(child, 'exit');
  const processes = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' }).split('\n');
  const isRunning = (line: string) => line.trim().startsWith(`${child.pid} `) && !line.includes('Z');
  expect(processes.filter(isRunning)).toEqual([]);
});
