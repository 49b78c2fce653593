import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { compose, type Composition } from '../../server/compose.ts';
import { readConfig, type Config } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { admin } from '../commands/admin.ts';
import type { Terminal } from '../commands/command.ts';

export interface Operator {
  config: Config;
  composition: Composition;
  /** Calls the command; resolves to its exit code and what it wrote. */
  run(...args: string[]): Promise<Ran>;
  /** The same with another environment, or at another kind of terminal. */
  runWith(changes: Changes, ...args: string[]): Promise<Ran>;
  /** Stores an enquiry with a text of its own; resolves to its id. */
  receive(changes?: Record<string, string>): Promise<string>;
}

interface Ran {
  code: number;
  out: string;
  err: string;
}

type Changes = { env?: Record<string, string>; terminal?: Partial<Terminal> };

/** An operator beside a server that has the database open all the while. */
export async function startOperator(changes: Record<string, string> = {}): Promise<Operator> {
  const directory = mkdtempSync(join(tmpdir(), 'admin-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const env = { DATABASE_URL: `sqlite:${join(directory, 'site.db')}`, ...changes };
  const config = readConfig(env);
  const composition = await compose(config, createLog('silent'));
  onTestFinished(() => composition.close());
  let received = 0;

  async function runWith({ env: different, terminal: unlike }: Changes, ...args: string[]): Promise<Ran> {
    const output = { out: '', err: '' };
    const terminal: Terminal = {
      write: (text) => void (output.out += text),
      complain: (text) => void (output.err += text),
      isWatched: false,
      writesToScreen: false,
      ...unlike,
    };
    return { code: await admin(args, { ...env, ...different }, terminal), ...output };
  }

  return {
    config,
    composition,
    run: (...args) => runWith({}, ...args),
    runWith,
    async receive(different) {
      received += 1;
      // The first one is as the sample is; an equal text would be taken for spam.
      const message = received === 1 ? fields.message : `${fields.message} (${received})`;
      const result = await composition.enquiries.receive({ ...fields, message, ...different });
      if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
      return result.id;
    },
  };
}
