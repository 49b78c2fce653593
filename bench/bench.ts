import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { canInstall, install, runs } from '../tooling/debian.ts';
import { type Figure, report } from './report.ts';

/**
 * Measures the site beside a reference:
 *
 *   npm run bench -- page --runs 3 /about
 *
 * Without a name it lists the benches with their options.
 */
interface Bench<Option extends string = string> {
  measures: string;
  /** Whole numbers from 1, by their defaults. */
  options: Readonly<Record<Option, number>>;
  /** Whether it takes addresses of pages. */
  takesAddresses?: boolean;
  needs: readonly (keyof typeof preparations)[];
  /** Whether the command fails where a figure misses its aim. */
  mustMeet?: true;
  run(options: Readonly<Record<Option, number>>, addresses: readonly string[]): Promise<readonly Figure[]>;
}

const benches: Readonly<Record<string, Bench>> = {
  page: bench({
    measures: 'how fast each page shows on a simulated phone, beside itself without scripts and fonts',
    options: { runs: 3 },
    takesAddresses: true,
    needs: ['build', 'browser'],
    run: async ({ runs }, addresses) => (await import('./page.ts')).measurePages(runs, addresses),
  }),
  change: bench({
    measures: 'how soon the next page shows on a slow processor, beside a plain change of page',
    options: { runs: 5 },
    needs: ['build', 'browser'],
    run: async ({ runs }) => (await import('./change.ts')).measureChanges(runs),
  }),
  server: bench({
    measures: 'requests a second, and a second of processor time, beside nginx with one worker',
    options: { seconds: 5, rounds: 3 },
    needs: ['build', 'wrk'],
    run: async ({ seconds, rounds }) => (await import('./server.ts')).measureServer(seconds, rounds),
  }),
  enquiries: bench({
    measures: 'enquiries stored durably a second, beside the same server answering without storing',
    options: { seconds: 10, rounds: 3 },
    needs: ['build', 'wrk'],
    run: async ({ seconds, rounds }) => (await import('./enquiries.ts')).measureEnquiries(seconds, rounds),
  }),
  updates: bench({
    measures: 'what visitors notice of updates, with and without nginx; fails where one request is lost',
    options: { updates: 11, requests: 200 },
    needs: ['build', 'nginx'],
    mustMeet: true,
    run: async ({ updates, requests }) => (await import('./updates.ts')).measureUpdates(updates, requests),
  }),
  worst: bench({
    measures: 'milliseconds that the costliest requests take, beside the ordinary ones; fails where it is too much',
    options: { requests: 60, shown: 5 },
    needs: ['build'],
    mustMeet: true,
    run: async ({ requests, shown }) => (await import('./worst.ts')).measureWorst(requests, shown),
  }),
};

/** So that `run` knows the options by their names. */
function bench<Option extends string>(entry: Bench<Option>): Bench {
  return entry;
}

/** What puts a machine in order for a bench. Each installs what is missing where it can; else it says what to install. */
const preparations = {
  build: () => runScript('tooling/build/build.ts', '--if-stale'),
  browser: () => runScript('tooling/install-browser.ts'),
  // It has no option that ends with 0.
  wrk: () => spawnSync('wrk', ['--version']).error === undefined || installAll(['wrk']),
  // Without them, the updates are measured without a proxy alone.
  nginx: () => (runs('nginx', '-v') && runs('ip', '-V')) || installAll(['nginx', 'iproute2', 'openssl']) || true,
};

function runScript(...script: string[]): boolean {
  return spawnSync(process.execPath, script, { stdio: 'inherit' }).status === 0;
}

function installAll(packages: string[]): boolean {
  if (canInstall && install(packages)) return true;
  console.error(`Missing: ${packages.join(', ')}. Install what Debian calls so.`);
  return false;
}

// However a bench ends, its servers and files end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const [name = '', ...args] = process.argv.slice(2);
const chosen = benches[name];
if (chosen) {
  const { options, addresses } = readOptions(chosen, args);
  if (!chosen.needs.every((need) => preparations[need]())) process.exit(1);
  console.log(`${name}: ${chosen.measures}\n`);
  const isMet = report(await chosen.run(options, addresses));
  process.exit(chosen.mustMeet && !isMet ? 1 : 0);
}
list();
process.exit(name === '' ? 0 : 1);

/** Throws where an option is unknown or no whole number from 1. */
function readOptions({ options: defaults, takesAddresses = false }: Bench, args: string[]) {
  const options = Object.fromEntries(Object.keys(defaults).map((option) => [option, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args, options, allowPositionals: takesAddresses });
  const given = Object.entries(values).map(([option, value]) => {
    if (!/^[1-9]\d*$/.test(String(value))) throw new Error(`--${option} takes a whole number from 1`);
    return [option, Number(value)] as const;
  });
  return { options: { ...defaults, ...Object.fromEntries(given) }, addresses: positionals };
}

function list(): void {
  for (const [name, { measures, options, takesAddresses, needs }] of Object.entries(benches)) {
    const usage = Object.entries(options).map(([option, value]) => `--${option} ${value}`);
    console.log(`npm run bench -- ${[name, ...usage, ...(takesAddresses ? ['[/about …]'] : [])].join(' ')}`);
    console.log(`    ${measures}. Needs: ${needs.join(', ')}.`);
  }
}
