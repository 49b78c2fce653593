import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createMailboxReader, type MailboxReaderHooks } from './mailbox-reader.ts';
import { createTokenSource } from './oauth-token.ts';
import { startScriptedImapServer } from './testing/scripted-imap-server.ts';
import { startTokenServer } from './testing/token-server.ts';
import { verifyMailbox } from './verify-mailbox.ts';

/** Starts a reader, and fakes the timers first. */
function startReader(url: string, changes: Partial<MailboxReaderHooks> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [onError, onSuccess] = [vi.fn(), vi.fn()];
  const hooks = { readNewMails: async () => {}, shouldRead: async () => true, onError, onSuccess, ...changes };
  const reader = createMailboxReader({ url }, hooks);
  onTestFinished(() => reader.stop());
  reader.start();
  return { ...reader, onError, onSuccess };
}

afterEach(() => vi.useRealTimers());

describe('the reader of the mailbox', () => {
  it('gives up a server that falls silent', async () => {
    const { url, countConnections } = await startScriptedImapServer({ EXAMINE: null });
    const { onError } = startReader(url);
    await expect.poll(countConnections).toBe(1);
    const passSecond = () => (vi.advanceTimersByTime(1000), onError.mock.calls);
    const reason = 'it gave no whole answer within 30 s';
    await expect.poll(passSecond, { timeout: 10_000 }).toEqual([[new Error(reason)]]);
    await expect.poll(countConnections).toBe(0);
  });

  it('tries again after a second, and after twice as long each time, up to a minute', async () => {
    const starts: number[] = [];
    let seconds = 0;
    const shouldRead = () => Promise.reject(new Error(`${starts.push(seconds)}`));
    startReader('imap://office:secret-word@127.0.0.1:1', { shouldRead });
    for (; seconds < 200; seconds += 1) await vi.advanceTimersByTimeAsync(1000);
    expect(starts).toEqual([0, 0, 2, 6, 14, 30, 62, 122, 182]);
  });

  it('closes the connection when another server reads, and does not connect meanwhile', async () => {
    const { url, countConnections } = await startScriptedImapServer({ IDLE: '+ waiting\r\n* 1 EXISTS\r\n' });
    let asked = 0;
    const { onError, onSuccess, isFailing } = startReader(url, { shouldRead: async () => (asked += 1) < 3 });
    await expect.poll(() => onSuccess.mock.calls.length).toBe(1);
    await expect.poll(countConnections).toBe(0);
    await vi.advanceTimersByTimeAsync(180_000);
    expect([countConnections(), asked, onError.mock.calls, isFailing()]).toEqual([0, 6, [], false]);
  });

  it.each([[true], [false]])('is failing after two minutes if it is the one that reads: %j', async (isReader) => {
    let now = 0;
    const asked = vi.fn();
    const shouldRead = async () => (asked(), isReader);
    const { isFailing } = startReader('imap://a:b@127.0.0.1:1', { shouldRead, clock: { monotonicNow: () => now } });
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    now = 120_000;
    expect(isFailing()).toBe(false);
    now += 1;
    expect(isFailing()).toBe(isReader);
  });
});

describe('a mailbox', () => {
  it('opens, and its name comes from the path of the URL', async () => {
    const { url } = await startScriptedImapServer({ LIST: '* LIST () "/" "My replies"\r\n' });
    expect(await verifyMailbox({ url: `${url}/My%20replies` })).toBe(false);
  });

  it('says why it does not open, without the password', async () => {
    const { url } = await startScriptedImapServer({ LOGIN: 'NO bad secret-word, c2VjcmV0LXdvcmQ=' });
    const reason = 'it refuses the login: bad [password], [password]';
    await expect(verifyMailbox({ url })).rejects.toThrow(new Error(reason));
  });

  it('gets no password across a network without encryption', async () => {
    const { host } = await startScriptedImapServer();
    const refusal = verifyMailbox({ url: `imap://office:secret-word@${host.replace('127.0.0.1', '0.0.0.0')}` });
    await expect(refusal).rejects.toThrow(/^no encryption: /);
  });

  it('gets no password from a server with a bad certificate', async () => {
    const { url } = await startTestSmtpServer({ secure: true });
    const refusal = verifyMailbox({ url: url.replace('smtp://', 'imaps://office:secret-word@') });
    await expect(refusal).rejects.toThrow(/^its certificate is not trusted: /);
  });
});

describe('a token of OAuth', () => {
  it('is asked for by client credentials, and kept until a minute before it expires, or until it is refused', async () => {
    const { oauth, requests } = await startTokenServer();
    let now = 0;
    const getToken = createTokenSource(oauth, { monotonicNow: () => now });
    const tokens = [await getToken(false), await getToken(false), await getToken(true)];
    now = 3540_000;
    expect([...tokens, await getToken(false)]).toEqual(['token-1', 'token-1', 'token-2', 'token-3']);
    const form = { grant_type: 'client_credentials', client_id: 'id', client_secret: 'secret-word', scope: 'imap' };
    expect(Object.fromEntries(new URLSearchParams(requests[0]))).toEqual(form);
  });

  it('is refused with the words of the server, without the secret', async () => {
    const body = { error: 'invalid_client', error_description: 'not\nsecret-word' };
    const { oauth } = await startTokenServer({ status: 401, body });
    await expect(createTokenSource(oauth)(false)).rejects.toThrow(/: 401 invalid_client not \[password\]$/);
  });
});
