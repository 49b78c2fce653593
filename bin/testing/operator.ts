import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { admin } from '../commands/admin.ts';
import type { Terminal } from '../commands/command.ts';

export type Operator = Awaited<ReturnType<typeof startOperator>>;

/** An operator beside a server that has the database open all the while. */
export async function startOperator(changes: Record<string, string> = {}) {
  const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...changes };
  const config = readConfig(env);
  const composition = await compose(config, createLog('silent'));
  onTestFinished(() => composition.close());
  let received = 0;

  /** Calls the command in another environment, or at another kind of terminal. */
  async function runWith(other: { env?: Record<string, string>; terminal?: Partial<Terminal> }, ...args: string[]) {
    const output = { out: '', err: '' };
    const terminal: Terminal = {
      write: (text) => void (output.out += text),
      complain: (text) => void (output.err += text),
      isWatched: false,
      writesToScreen: false,
      ...other.terminal,
    };
    return { code: await admin(args, { ...env, ...other.env }, terminal), ...output };
  }

  /** Stores an enquiry with a text of its own; resolves to its id. */
  async function receive(different: Record<string, string> = {}): Promise<string> {
    received += 1;
    // The first one is as the sample is; an equal text would be taken for spam.
    const message = received === 1 ? fields.message : `${fields.message} (${received})`;
    const result = await composition.enquiries.receive({ ...fields, message, ...different });
    if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
    return result.id;
  }

  return {
    ...composition,
    config,
    receive,
    /** The same with the text of an enquiry before it, so that it is quarantined. */
    async receiveSpam(): Promise<string> {
      const message = `This text comes twice (${received})`;
      await receive({ message });
      return receive({ message });
    },
    runWith,
    /** Calls the command; resolves to its exit code and what it wrote. */
    run: (...args: string[]) => runWith({}, ...args),
    /** The same with --json; resolves to what that says. */
    runJson: async (...args: string[]): Promise<unknown> => JSON.parse((await runWith({}, ...args, '--json')).out),
  };
}
