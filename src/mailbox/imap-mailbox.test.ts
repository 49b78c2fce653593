import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createMailboxReader, type MailboxReaderHooks } from './mailbox-reader.ts';
import { createAccessTokenSource } from './oauth-token.ts';
import { startScriptedImapServer } from './testing/scripted-imap-server.ts';
import { verifyMailbox } from './verify-mailbox.ts';

/** Starts a reader, with timers that are faked. */
function startReader(changes: Partial<MailboxReaderHooks> = {}, url = 'imap://office:secret-word@127.0.0.1:1') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [onError, onSuccess] = [vi.fn(), vi.fn()];
  const hooks = { readNewMails: async () => {}, shouldRead: async () => true, onError, onSuccess, ...changes };
  const reader = createMailboxReader({ url }, hooks);
  onTestFinished(() => reader.stop());
  reader.start();
  return { ...reader, onError, onSuccess };
}

afterEach(() => vi.useRealTimers());

it('a server that falls silent is given up, and the time counts since when nothing was read', async () => {
  const { url, received, countConnections } = await startScriptedImapServer({ EXAMINE: null });
  let now = 0;
  const { onError, getUnreadMs } = startReader({ clock: { monotonicNow: () => now } }, url);
  await expect.poll(() => received.at(-1)).toContain('EXAMINE');
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => onError.mock.calls).toEqual([[new Error('it gave no whole answer within 30 s')]]);
  await expect.poll(countConnections).toBe(0);
  expect([1, 120_000].map((time) => ((now = time), getUnreadMs()))).toEqual([1, 120_000]);
});

it('of a reader that has much to read the time counts since the last mail', async () => {
  const { url } = await startScriptedImapServer();
  let now = 0;
  const readNewMails = vi.fn<MailboxReaderHooks['readNewMails']>(() => new Promise(() => {}));
  const { getUnreadMs } = startReader({ readNewMails, clock: { monotonicNow: () => now } }, url);
  await expect.poll(() => readNewMails.mock.calls.length).toBe(1);
  now = 100_000;
  readNewMails.mock.lastCall?.[1]();
  now = 220_000;
  expect(getUnreadMs()).toBe(120_000);
});

it('the reader tries again after a second, and after twice as long each time, up to a minute', async () => {
  const starts: number[] = [];
  let seconds = 0;
  startReader({ shouldRead: () => Promise.reject(new Error(`${starts.push(seconds)}`)) });
  for (; seconds < 200; await vi.advanceTimersByTimeAsync(1000)) seconds += 1;
  expect(starts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
});

it('while another server reads, the reader has no connection, and leaves nothing unread', async () => {
  const { url, countConnections } = await startScriptedImapServer({ IDLE: '+ waiting\r\n* 1 EXISTS' });
  let [asked, now] = [0, 0];
  const shouldRead = async () => (asked += 1) < 3;
  const { onSuccess, getUnreadMs } = startReader({ shouldRead, clock: { monotonicNow: () => now } }, url);
  await expect.poll(() => onSuccess.mock.calls.length).toBe(1);
  await expect.poll(countConnections).toBe(0);
  await vi.advanceTimersByTimeAsync((now = 180_000));
  expect([await countConnections(), asked, getUnreadMs()]).toEqual([0, 6, 0]);
});

it('a refused login is explained without the password', async () => {
  const { url } = await startScriptedImapServer({ LOGIN: 'TAG NO bad secret-word, c2VjcmV0LXdvcmQ=' });
  const reason = 'it refuses the login: bad [password], [password]';
  await expect(verifyMailbox({ url })).rejects.toThrow(new Error(reason));
});

it('no password crosses a network unencrypted, or goes to a server with a bad certificate', async () => {
  const { url } = await startScriptedImapServer();
  await expect(verifyMailbox({ url: url.replace('127.0.0.1', '0.0.0.0') })).rejects.toThrow(/^no encryption: /);
  const smtp = await startTestSmtpServer({ secure: true });
  const other = { url: smtp.url.replace('smtp://', 'imaps://a:b@') };
  await expect(verifyMailbox(other)).rejects.toThrow(/^its certificate is not trusted: /);
});

/** Starts an OAuth server, which answers with numbered tokens for an hour, or with a refusal. */
async function startTokenServer(refusal?: string) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(await text(request));
    if (refusal !== undefined) response.statusCode = 401;
    response.end(refusal ?? JSON.stringify({ access_token: `token-${requests.length}`, expires_in: 3600 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return { oauth: { tokenUrl, clientId: 'id', clientSecret: 'secret-word', scope: 'imap' }, requests };
}

it('a token of OAuth is kept until a minute before it expires, or until it is refused', async () => {
  const { oauth, requests } = await startTokenServer();
  let now = 0;
  const getToken = createAccessTokenSource(oauth, { monotonicNow: () => now });
  const tokens = [await getToken(false), await getToken(false), await getToken(true)];
  now = 3540_000;
  expect([...tokens, await getToken(false)]).toEqual(['token-1', 'token-1', 'token-2', 'token-3']);
  expect(requests[0]).toBe('grant_type=client_credentials&client_id=id&client_secret=secret-word&scope=imap');
});

it('a mailbox opens with a token of OAuth', async () => {
  const [{ oauth }, { host, received }] = [await startTokenServer(), await startScriptedImapServer()];
  expect(await verifyMailbox({ url: `imap://office@${host}`, oauth })).toEqual({ isEncrypted: false });
  const login = Buffer.from('user=office\x01auth=Bearer token-1\x01\x01').toString('base64');
  expect(received.join('\n')).toContain(`AUTHENTICATE XOAUTH2 ${login}`);
});

it('a refusal of a token is explained without the secret', async () => {
  const { oauth } = await startTokenServer('{ "error": "invalid_client", "error_description": "not\\nsecret-word" }');
  await expect(createAccessTokenSource(oauth)(false)).rejects.toThrow(/: 401 invalid_client not \[password\]$/);
});
