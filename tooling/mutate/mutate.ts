import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

// Makes each fault of mutations.yaml in the sources, one at a time, runs what should notice it, and lists those that live.
//   node tooling/mutate/mutate.ts [part of a file's path …]

interface Mutation {
  file: string;
  from: string;
  to: string;
  suite?: 'related' | 'browser' | 'system';
}

const build = 'node tooling/build/build.ts --if-stale';
/** From the quickest to the slowest. */
const suites: Readonly<Record<string, (file: string) => readonly string[]>> = {
  related: (file) => (/\.tsx?$/.test(file) ? [`vitest related ${file} --run --project=unit --bail=1`] : []),
  unit: () => ['vitest run --project=unit --bail=1'],
  browser: () => [build, 'playwright test --project=chromium --max-failures=1'],
  system: () => [
    build,
    'vitest run --project=system --bail=1',
    'playwright test --project=system --project=firefox --max-failures=1',
  ],
};

const mutations = parse(readFileSync('tooling/mutate/mutations.yaml', 'utf8')) as Mutation[];
const chosen = process.argv.slice(2);
const wanted = mutations.filter(({ file }) => chosen.length === 0 || chosen.some((part) => file.includes(part)));
const killed = wanted.map((mutation) => {
  const by = killerOf(mutation);
  const { file, from, to } = mutation;
  console.log(`${by ?? 'LIVES'}\t${file}\t${JSON.stringify(from)} → ${JSON.stringify(to)}`);
  return by;
});
const living = killed.filter((by) => by === undefined).length;
console.log(`${killed.length - living} of ${killed.length} die; ${living} live`);
process.exit(living === 0 ? 0 : 1);

/** What notices it first; undefined where nothing does. The file is as it was afterwards. */
function killerOf({ file, from, to, suite = 'related' }: Mutation): string | undefined {
  const source = readFileSync(file, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} has to have this once: ${from}`);
  const putBack = (): void => writeFileSync(file, source);
  process.once('exit', putBack);
  writeFileSync(
    file,
    source.replace(from, () => to),
  );
  try {
    const names = Object.keys(suites);
    return names.slice(names.indexOf(suite)).find((name) => suites[name]?.(file).some((command) => fails(command)));
  } finally {
    putBack();
    process.off('exit', putBack);
  }
}

function fails(command: string): boolean {
  return spawnSync(command, { stdio: 'ignore', shell: true }).status !== 0;
}
