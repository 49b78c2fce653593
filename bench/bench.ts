import { spawnSync } from 'node:child_process';
import { Command, InvalidArgumentError } from 'commander';
import { canInstall, install, runs } from '../tooling/debian.ts';
import { report, type Row } from './report.ts';

/** Measures the site beside a reference. Each bench gives its figures; this prints them, and what is not as it is to be. */
const benches = new Command('npm run bench --').description('Measures the site beside a reference.');
benches.action(() => benches.help());
type Options = Record<'runs' | 'seconds' | 'rounds' | 'updates' | 'requests', number>;

bench('page', 'how fast each page shows on a simulated phone, beside itself without scripts and fonts', { runs: 3 })
  .argument('[addresses...]', 'such as /about; all without any')
  .hook('preAction', () => runScript('tooling/install.ts', 'browser'))
  .action(async (addresses: string[], { runs }: Options) =>
    show(await (await import('./page.ts')).measurePages(runs, addresses)),
  );
bench('change', 'how soon the next page shows on a slow processor, beside a plain change of page', { runs: 5 })
  .hook('preAction', () => runScript('tooling/install.ts', 'browser'))
  .action(async ({ runs }: Options) => show(await (await import('./change.ts')).measureChanges(runs)));
bench('server', 'requests a second of processor time, beside nginx with one worker', { seconds: 5, rounds: 3 })
  .hook('preAction', () => need({ wrk: 'wrk', nginx: 'nginx' }))
  .action(async ({ seconds, rounds }: Options) =>
    show(await (await import('./server.ts')).measureServer(seconds, rounds)),
  );
bench('enquiries', 'enquiries stored a second, beside answering without storing', { seconds: 10, rounds: 3 })
  .hook('preAction', () => need({ wrk: 'wrk' }))
  .action(async ({ seconds, rounds }: Options) =>
    show(await (await import('./enquiries.ts')).measureEnquiries(seconds, rounds)),
  );
bench('updates', 'requests lost while the site is updated; fails where there is one', { updates: 11, requests: 200 })
  // Without them, the updates are measured without a proxy alone.
  .hook('preAction', () => void canProvide({ nginx: 'nginx', ip: 'iproute2', openssl: 'openssl' }))
  .action(async ({ updates, requests }: Options) =>
    showOrFail(await (await import('./updates.ts')).measureUpdates(updates, requests)),
  );
bench('worst', 'milliseconds that the costliest requests take; fails where it is too much', { requests: 60 }).action(
  async ({ requests }: Options) => showOrFail(await (await import('./worst.ts')).measureWorst(requests)),
);

// However a bench ends, its servers and files end with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// Debian keeps nginx and ip where the shell of root alone looks.
process.env['PATH'] += ':/usr/sbin';
await benches.parseAsync();

function bench(name: string, measures: string, options: Partial<Options>): Command {
  const command = benches.command(name).description(measures);
  for (const [option, value] of Object.entries(options)) command.option(`--${option} <number>`, '', wholeNumber, value);
  return command.hook('preAction', () => runScript('tooling/build/build.ts', '--if-stale'));
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
}

function runScript(...script: string[]): void {
  if (spawnSync(process.execPath, script, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

function need(packages: Readonly<Record<string, string>>): void {
  if (!canProvide(packages)) process.exit(1);
}

/** Whether programs are there, or could be installed. `packages`: Debian's, by their programs. */
function canProvide(packages: Readonly<Record<string, string>>): boolean {
  const missing = Object.keys(packages).filter((program) => !runs('which', program));
  const names = missing.map((program) => packages[program] ?? program);
  if (names.length === 0 || (canInstall && install(names))) return true;
  console.error(`Missing: ${names.join(', ')}. Install what Debian calls so.`);
  return false;
}

function show(rows: readonly Row[]): never {
  report(rows);
  process.exit();
}

function showOrFail(rows: readonly Row[]): never {
  process.exit(report(rows) ? 0 : 1);
}
