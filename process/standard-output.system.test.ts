import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../enquiries/testing/free-port.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { scrape, valueOf } from '../start/testing/scrape.ts';
import { launchCopy } from '../start/testing/site-process.ts';
import { temporaryDirectory } from '../start/testing/site-under-test.ts';
import { submit } from '../start/testing/submissions.ts';

/** A place for the log that can be made impossible to write, and possible again. */
interface Place {
  path: string;
  hinder(): void;
  mend(): void;
  /** What has come through. */
  text(): string;
}

const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
if (!hasDisk) console.warn('Not tested: a disk that is full can only be mounted as root, on Linux.');
afterAll(() => {
  if (hasDisk) spawnSync('umount', [disk]);
  rmdirSync(disk);
});

function smallDisk(): Place {
  const path = join(disk, 'log');
  return {
    path,
    hinder() {
      const file = join(disk, 'others');
      // It writes as much as there is room for, and then fails.
      expect(() => writeFileSync(file, Buffer.alloc(2 ** 20))).toThrow('ENOSPC');
    },
    mend: () => rmSync(join(disk, 'others')),
    text: () => readFileSync(path, 'utf8'),
  };
}

function pipe(): Omit<Place, 'hinder' | 'mend'> & { read(): ChildProcess } {
  const path = join(temporaryDirectory(), 'log');
  spawnSync('mkfifo', [path]);
  let text = '';
  return {
    path,
    read() {
      const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
      reader.stdout.on('data', (part) => (text += String(part)));
      onTestFinished(() => void reader.kill('SIGKILL'));
      return reader;
    },
    text: () => text,
  };
}

function pipeThatIsNotRead(): Place {
  const { read, ...place } = pipe();
  const reader = read();
  return { ...place, hinder: () => void reader.kill('SIGSTOP'), mend: () => void reader.kill('SIGCONT') };
}

function pipeWhoseReaderGoes(): Place {
  const { read, ...place } = pipe();
  let reader = read();
  return { ...place, hinder: () => void reader.kill('SIGKILL'), mend: () => void (reader = read()) };
}

const places: [string, () => Place][] = [
  ...(hasDisk ? [['a disk that is full', smallDisk] as [string, () => Place]] : []),
  ['a pipe that nobody reads', pipeThatIsNotRead],
  ['a pipe whose reader has gone', pipeWhoseReaderGoes],
];

/** The real server with the real pages, its standard output in that place. */
async function startLoggingTo({ path }: Place) {
  const peer = await startSmtpPeer();
  const [port, metrics] = [await freePort(), await freePort()];
  const env = { PORT: `${port}`, METRICS_PORT: `${metrics}`, SMTP_URL: peer.url };
  const launched = launchCopy(env, ['start/main.ts'], ['/bin/sh', '-c', `exec "$@" > ${path}`, 'sh']);
  onTestFinished(async () => void (await launched.end()));
  const url = `http://127.0.0.1:${port}`;
  const status = async (address: string) => {
    const answer = await fetch(url + address);
    await answer.arrayBuffer();
    return answer.status;
  };
  const linesLost = async (): Promise<number> => {
    const log = () => `"url":"http://127.0.0.1:${metrics}/metrics","msg":"metrics"`;
    return valueOf(await scrape({ log }), 'log_lines_lost_total') ?? NaN;
  };
  await vi.waitFor(() => status('/healthz'), { timeout: 20_000 });
  return { peer, url, status, linesLost, end: launched.end, errors: () => launched.output.err };
}

type Line = { msg: string; status?: number; lines?: number; enquiryId?: string };

/** Every line is one that was meant, whole and in order of time. */
function linesOf(text: string): Line[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  const read = lines.map((line) => JSON.parse(line) as Line & { time: number });
  expect(read.map(({ time }) => time)).toEqual(read.map(({ time }) => time).toSorted((one, other) => one - other));
  return read;
}

describe.each(places)('a log that goes to %s', (_what, makePlace) => {
  it(
    'hinders nothing: what is lost is counted, and told once lines can be written again',
    { timeout: 60_000 },
    async () => {
      const place = makePlace();
      const { peer, url, status, linesLost, end, errors } = await startLoggingTo(place);
      place.hinder();
      expect(await linesLost()).toBe(0);

      expect((await submit({ url })).status).toBe(200);
      await vi.waitFor(() => expect(peer.taken).toHaveLength(1), { timeout: 20_000 });
      while ((await linesLost()) === 0)
        for (let count = 0; count < 200; count += 1) expect(await status('/healthz')).toBe(200);
      expect(await status('/')).toBe(200);
      const body = new URLSearchParams({
        name: 'Ada',
        email: 'ada@example.com',
        subject: 'Hello',
        message: 'A question',
      });
      const page = await fetch(`${url}/contact`, { method: 'POST', body });
      expect(page.status).toBe(200);

      place.mend();
      const told = () => linesOf(place.text()).filter(({ lines }) => lines !== undefined);
      await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 20_000 });
      expect(told()).toMatchObject([{ lines: await linesLost(), msg: expect.stringContaining('lost') }]);
      // What came before it was full has been kept.
      expect(linesOf(place.text()).some(({ msg }) => msg === 'mail delivered')).toBe(true);
      const before = place.text().length;
      await status('/healthz');
      await vi.waitFor(() => expect(place.text().slice(before)).toContain('"msg":"request"'), { timeout: 20_000 });

      place.hinder();
      await status('/healthz');
      expect([await end('SIGTERM'), errors()]).toEqual([0, '']);
    },
  );
});

describe('a log whose reader is slow', () => {
  it('is complete all the same when the server ends', { timeout: 60_000 }, async () => {
    const place = pipeThatIsNotRead();
    const { status, linesLost, end } = await startLoggingTo(place);
    place.hinder();
    // More than a pipe holds (64 KiB), less than waits in memory.
    for (let count = 0; count < 1500; count += 1) await status('/healthz');
    expect(await linesLost()).toBe(0);
    const ended = end('SIGTERM');
    place.mend();
    expect(await ended).toBe(0);
    await vi.waitFor(() => expect(linesOf(place.text()).at(-1)?.msg).toBe('ending'));
    expect(linesOf(place.text()).filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(1500);
  });
});
