import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { compose, type Composition } from '../../server/compose.ts';
import { readConfig, type Config } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { admin } from '../commands/admin.ts';

export interface Operator {
  config: Config;
  composition: Composition;
  /** Calls the command; resolves to its exit code and what it wrote. */
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Stores an enquiry; resolves to its id. */
  receive(changes?: Partial<typeof fields>): Promise<string>;
}

/** An operator beside a server that has the database open all the while. */
export function startOperator(changes: Record<string, string> = {}): Operator {
  const directory = mkdtempSync(join(tmpdir(), 'admin-'));
  const env = { DATABASE_URL: `sqlite:${join(directory, 'site.db')}` };
  const config = readConfig(env);
  const composition = compose(config, createLog('silent'));
  onTestFinished(async () => {
    await composition.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    config,
    composition,
    async run(...args) {
      const output = { out: '', err: '' };
      const terminal = {
        write: (text: string) => void (output.out += text),
        complain: (text: string) => void (output.err += text),
      };
      return { code: await admin(args, { ...env, ...changes }, terminal), ...output };
    },
    async receive(different) {
      const result = await composition.enquiries.receive({ ...fields, ...different });
      if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
      return result.id;
    },
  };
}
