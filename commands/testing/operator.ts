import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { trapField } from '../../enquiries/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { temporaryDirectory } from '../../database/testing/temporary.ts';
import { startWebhookReceiver, webhookSecret } from '../../outbox/testing/webhook-receiver.ts';
import { openCore } from '../../start/open-core.ts';
import { readConfig } from '../../start/config.ts';
import { createLog } from '../../process/log.ts';
import { runAdmin } from '../program.ts';
import type { Surroundings } from '../context.ts';

export type Operator = Awaited<ReturnType<typeof startOperator>>;

/** Starts an operator beside a server that keeps the database open. */
export async function startOperator(changes: Record<string, string> = {}) {
  const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...changes };
  const config = readConfig(env);
  const core = await openCore(config, createLog('silent'));
  onTestFinished(() => core.close());
  let received = 0;

  /** Runs the command with other surroundings; what is missing in them stays unchanged. */
  async function runWith(other: Partial<Surroundings>, ...args: string[]) {
    const output = { out: '', err: '' };
    const surroundings: Surroundings = {
      write: (text) => void (output.out += text),
      complain: (text) => void (output.err += text),
      namesInFile: [],
      ...other,
      env: { ...env, ...other.env },
    };
    return { code: await runAdmin(args, surroundings), ...output };
  }

  /** Stores an enquiry with a unique text. Resolves to its id. */
  async function receive(different: Record<string, string> = {}): Promise<string> {
    received += 1;
    // The first is the sample itself; a repeated text would count as spam.
    const message = received === 1 ? fields.message : `${fields.message} (${received})`;
    const result = await core.enquiries.receive({ ...fields, message, ...different });
    if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
    return result.id;
  }

  return {
    ...core,
    config,
    receive,
    /** Stores one with the hidden field filled in, so that it is quarantined. */
    receiveSpam: () => receive({ [trapField]: 'x' }),
    runWith,
    /** Runs the command. Resolves to its exit code and output. */
    run: (...args: string[]) => runWith({}, ...args),
    /** Runs the command with --json. Resolves to the parsed output. */
    runJson: async (...args: string[]): Promise<unknown> => JSON.parse((await runWith({}, ...args, '--json')).out),
  };
}

/** Starts an operator with a webhook, and a receiver whose responses the test sets. */
export async function startOperatorWithWebhook(changes: Record<string, string> = {}) {
  const receiver = await startWebhookReceiver();
  const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret };
  const operator = await startOperator({ ...webhook, ...changes });
  const answer = (status: number) => (receiver.answer = (response) => void response.writeHead(status).end());
  return { ...operator, receiver, answer };
}
