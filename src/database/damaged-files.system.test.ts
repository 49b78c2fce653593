import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createReceivedEnquiry } from '../enquiries/testing/samples.ts';
import { createTemporaryDirectory, openTemporarySqlite } from './testing/temporary-sqlite.ts';

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const halve = (path: string): void => truncateSync(path, Math.floor(statSync(path).size / 2));
const damages: readonly ((path: string, older: Buffer) => void)[] = [
  (path, older) => writeFileSync(path, older),
  halve,
  (path) => truncateSync(path),
  (path) => existsSync(`${path}-wal`) && truncateSync(`${path}-wal`),
  (path) => existsSync(`${path}-wal`) && halve(`${path}-wal`),
];

/** Stores, checkpoints, kills and damages at random. Resolves to how much was acknowledged and is gone, and nobody was told. */
async function loseSilently(seed: number): Promise<readonly string[]> {
  const random = randomOf(seed);
  const acknowledged: string[] = [];
  let opened = openTemporarySqlite();
  let older: Buffer | undefined;
  const operator = { isTold: false };
  let number = 0;
  const told = (): void => void (operator.isTold = true);

  /** As a kill leaves the files: in another place, since this process goes on. */
  async function kill(harm?: (path: string, older: Buffer) => void): Promise<void> {
    const path = join(createTemporaryDirectory(), 'site.db');
    for (const ending of ['', '-wal', '.newest', '.missing', '.stands'])
      if (existsSync(opened.path + ending)) copyFileSync(opened.path + ending, path + ending);
    if (harm && older) harm(path, older);
    opened = openTemporarySqlite(path);
    await opened.ensureOpen().catch(told);
    if (opened.findDataLoss() !== null) told();
  }

  await opened.ensureOpen();
  for (let left = 12; left > 0 && !operator.isTold; left -= 1) {
    const [act, damage] = [random(), damages[Math.floor(random() * damages.length)]];
    if (act < 0.5) {
      const some = Array.from({ length: 1 + Math.floor(random() * 25) }, () => createReceivedEnquiry((number += 1)));
      await opened.store.insert(some).then(() => acknowledged.push(...some.map(({ id }) => id)), told);
    } else if (act < 0.65) await opened.dialect.scrubDeletedText(opened.database).catch(told);
    else if (act < 0.75) older = readFileSync(opened.path);
    else if (act < 0.8) await kill();
    else if (act < 0.87) await kill(damage);
    else if (older) damage?.(opened.path, older);
  }
  if (!operator.isTold) await kill();
  if (operator.isTold) return [];
  const kept = new Set((await opened.store.list({ limit: 1000 })).map(({ id }) => id));
  return acknowledged.filter((id) => !kept.has(id));
}

const seeds = Number(process.env['SEEDS'] ?? 150);

it('of files that are damaged at random nothing acknowledged is lost without somebody being told', async () => {
  for (let seed = 1; seed <= seeds; seed += 1) expect([seed, await loseSilently(seed)]).toEqual([seed, []]);
}, 300_000);
