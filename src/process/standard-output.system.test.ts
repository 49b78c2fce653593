import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from './testing/find-free-port.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { launchSiteCopy } from '../start/testing/site-process.ts';
import { createTemporaryDirectory } from '../start/testing/test-server.ts';
import { canMount, mountSmallDisk } from '../start/testing/small-disk.ts';
import { submitJson, submitForm } from '../start/testing/submissions.ts';

/** A place for the log that can be made impossible to write, and possible again. */
interface Place {
  path: string;
  hinder(): void;
  mend(): void;
  /** Output that came through. */
  text(): string;
}

function fullDisk(): Place {
  const { directory, fill: hinder, makeRoom: mend } = mountSmallDisk();
  const path = join(directory, 'log');
  return { path, hinder, mend, text: () => readFileSync(path, 'utf8') };
}

/** A pipe whose reader is sent signals. */
function pipe(hindering: NodeJS.Signals, mend: (reader: { again(): void; goOn(): void }) => void): Place {
  const path = join(createTemporaryDirectory(), 'log');
  spawnSync('mkfifo', [path]);
  let text = '';
  const read = () => {
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    reader.stdout.on('data', (part) => (text += String(part)));
    onTestFinished(() => void reader.kill('SIGKILL'));
    return reader;
  };
  let reader = read();
  return {
    path,
    hinder: () => void reader.kill(hindering),
    mend: () => mend({ again: () => void (reader = read()), goOn: () => void reader.kill('SIGCONT') }),
    text: () => text,
  };
}

const places: [string, () => Place][] = [
  ...(canMount ? [['a disk that is full', fullDisk] as [string, () => Place]] : []),
  ['a pipe that nobody reads', () => pipe('SIGSTOP', ({ goOn }) => goOn())],
  ['a pipe whose reader has gone', () => pipe('SIGKILL', ({ again }) => again())],
];

/** The real server with the real pages, its standard output in that place. */
async function startLoggingTo({ path }: Place) {
  const peer = await startTestSmtpServer();
  const port = await findFreePort();
  const env = { PORT: `${port}`, SMTP_URL: peer.url };
  const launched = launchSiteCopy(env, ['src/start/main.ts'], ['/bin/sh', '-c', `exec "$@" > ${path}`, 'sh']);
  onTestFinished(async () => void (await launched.kill()));
  const url = `http://127.0.0.1:${port}`;
  const status = async (address: string) => {
    const answer = await fetch(url + address);
    await answer.arrayBuffer();
    return answer.status;
  };
  await vi.waitFor(() => status('/healthz'), { timeout: 20_000 });
  return { peer, url, status, end: launched.kill, errors: () => launched.output.err };
}

/** Requests whose lines of the log, of more than 100 bytes each, neither a pipe nor the memory for what waits can hold. */
const moreThanWait = 4000;

type Line = { msg: string; time: number; lines?: number };

/** Every line is one that was meant, whole and in order of time. */
function linesOf(text: string): Line[] {
  const read = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  expect(read).toEqual(read.toSorted((one, other) => one.time - other.time));
  return read;
}

it.each(places)(
  'a log to %s hinders nothing: what is lost is counted and told',
  { timeout: 60_000 },
  async (_what, makePlace) => {
    const place = makePlace();
    const { peer, url, status, end, errors } = await startLoggingTo(place);
    place.hinder();

    expect((await submitJson({ url })).status).toBe(200);
    await vi.waitFor(() => expect(peer.taken).toHaveLength(1), { timeout: 20_000 });
    for (let count = 0; count < moreThanWait; count += 1) expect(await status('/healthz')).toBe(200);
    expect(await status('/')).toBe(200);
    expect((await submitForm({ url })).status).toBe(200);

    place.mend();
    const told = () => linesOf(place.text()).filter(({ lines }) => lines !== undefined);
    await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 20_000 });
    expect(told()).toMatchObject([
      { lines: expect.toSatisfy((lines) => lines > 0), msg: expect.stringContaining('lost') },
    ]);
    // Lines written before the disk was full are kept.
    expect(linesOf(place.text()).some(({ msg }) => msg === 'mail delivered')).toBe(true);

    place.hinder();
    await status('/healthz');
    expect([await end('SIGTERM'), errors()]).toEqual([0, '']);
  },
);
