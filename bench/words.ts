import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startSteadyLoad } from '../start/testing/steady-load.ts';
import { compare, type Figures, type Options, type Row } from './report.ts';
import { startSite, temporaryDirectory } from './start.ts';

const shown = 'ms from the saved fact to the page that shows it';
const slowest = 'ms of the slowest answer meanwhile';
const aims = { [shown]: ['figure', 'at most', 6000], [slowest]: ['figure', 'at most', 500] } as const;

/**
 * How soon the pages show a contact fact that the operator's command has saved, and how long a steady reader waits meanwhile, beside
 * one whom nobody disturbs.
 */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}` };
  const { url } = await startSite(env);
  let changes = 0;

  async function change(): Promise<Figures> {
    const fact = `+44 117 496 ${String((changes += 1)).padStart(4, '0')}`;
    await promisify(execFile)(process.execPath, ['commands/admin.ts', 'contact', 'set', 'phone', fact], { env });
    const saved = performance.now();
    while (!(await (await fetch(`${url}/contact`)).text()).includes(fact)) await setTimeout(20);
    return { [shown]: performance.now() - saved };
  }

  const whileRead = (act: () => Promise<Figures>) => async () => {
    const reader = startSteadyLoad(url, 100);
    const figures = await act();
    const result = await reader.stop();
    if (result.failures.length > 0) throw new Error(`Not answered: ${result.failures.join(', ')}`);
    return { ...figures, [slowest]: result.slowest };
  };
  const reference = whileRead(() => setTimeout(5000, {}));
  return compare([{ name: 'a phone number', aims, ours: whileRead(change), reference }], rounds);
}
