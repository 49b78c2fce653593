import { onTestFinished } from 'vitest';
import { honeypotFieldName } from '../../enquiries/enquiry.ts';
import { sampleFields } from '../../enquiries/testing/samples.ts';
import { createTemporaryDatabase } from '../../database/testing/temporary-sqlite.ts';
import { startWebhookReceiver, webhookSecret } from '../../outbox/testing/webhook-receiver.ts';
import { openApplicationCore } from '../../start/open-application-core.ts';
import { readConfig } from '../../start/config.ts';
import { lockDirectory } from '../../process/directory-lock.ts';
import { createLog } from '../../process/log.ts';
import { runAdminCommand } from '../program.ts';
import type { CommandEnvironment } from '../context.ts';

export type CommandTest = Awaited<ReturnType<typeof startCommandTest>>;

/** Starts an operator beside a server that keeps the database open. */
export async function startCommandTest(envChanges: Record<string, string> = {}) {
  const env = { DATABASE_URL: `sqlite:${createTemporaryDatabase()}`, ...envChanges };
  const config = readConfig(env);
  const core = await openApplicationCore(config, createLog('silent'));
  onTestFinished(() => core.close());
  let received = 0;

  /** Runs the command with other surroundings; what is missing in them stays unchanged. */
  async function runWith(environmentChanges: Partial<CommandEnvironment>, ...args: string[]) {
    const output = { out: '', err: '' };
    const surroundings: CommandEnvironment = {
      writeOutput: (text) => void (output.out += text),
      writeError: (text) => void (output.err += text),
      namesInFile: [],
      ...environmentChanges,
      env: { ...env, ...environmentChanges.env },
    };
    return { code: await runAdminCommand(args, surroundings), ...output };
  }

  /** Stores an enquiry with a unique text. Resolves to its id. */
  async function receive(fieldChanges: Record<string, string> = {}): Promise<string> {
    received += 1;
    // The first is the sample itself; a repeated text would count as spam.
    const message = received === 1 ? sampleFields.message : `${sampleFields.message} (${received})`;
    const result = await core.enquiries.receive({ ...sampleFields, message, ...fieldChanges });
    if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
    return result.id;
  }

  return {
    ...core,
    config,
    receive,
    /** Stores one with the hidden field filled in, so that it is spam. */
    receiveSpam: (changes: Record<string, string> = {}) => receive({ ...changes, [honeypotFieldName]: 'x' }),
    runWith,
    /** Resolves to the path of a new backup. */
    makeBackup: async () => (JSON.parse((await runWith({}, 'backup', '--json')).out) as { path: string }).path,
    /** Runs the command. Resolves to its exit code and output. */
    run: (...args: string[]) => runWith({}, ...args),
    /** Runs the command with --json. Resolves to the parsed output. */
    runJson: async (...args: string[]): Promise<unknown> => JSON.parse((await runWith({}, ...args, '--json')).out),
  };
}

/** Takes a lock as another process does. Returns what gives it back. */
export function holdLock(directory: string, name: string, holder: string) {
  const lock = lockDirectory(directory, name, holder);
  if (!lock.ok) throw new Error(lock.holder);
  return lock;
}

/** Starts an operator with a webhook, and a receiver whose responses the test sets. */
export async function startCommandTestWithWebhook(changes: Record<string, string> = {}) {
  const receiver = await startWebhookReceiver();
  const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret };
  const operator = await startCommandTest({ ...webhook, ...changes });
  const answer = (status: number) => (receiver.answer = (response) => void response.writeHead(status).end());
  return { ...operator, receiver, answer };
}
