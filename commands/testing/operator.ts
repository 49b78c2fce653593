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

/** An operator beside a server that has the database open all the while. */
export async function startOperator(changes: Record<string, string> = {}) {
  const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...changes };
  const config = readConfig(env);
  const core = await openCore(config, createLog('silent'));
  onTestFinished(() => core.close());
  let received = 0;

  /** Calls the command in other surroundings. What `env` leaves out stays as it is. */
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

  /** Stores an enquiry with a text of its own; resolves to its id. */
  async function receive(different: Record<string, string> = {}): Promise<string> {
    received += 1;
    // The first one is as the sample is; an equal text would be taken for spam.
    const message = received === 1 ? fields.message : `${fields.message} (${received})`;
    const result = await core.enquiries.receive({ ...fields, message, ...different });
    if (result.outcome !== 'accepted') throw new Error(`It was ${result.outcome}`);
    return result.id;
  }

  return {
    ...core,
    config,
    receive,
    /** The same with a value in the field that people do not see, so that it is quarantined. */
    receiveSpam: () => receive({ [trapField]: 'x' }),
    runWith,
    /** Calls the command; resolves to its exit code and what it wrote. */
    run: (...args: string[]) => runWith({}, ...args),
    /** The same with --json; resolves to what that says. */
    runJson: async (...args: string[]): Promise<unknown> => JSON.parse((await runWith({}, ...args, '--json')).out),
  };
}

/** The same with a webhook, and a receiver that answers as it is told. */
export async function startOperatorWithWebhook(changes: Record<string, string> = {}) {
  const receiver = await startWebhookReceiver();
  const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret };
  const operator = await startOperator({ ...webhook, ...changes });
  const answer = (status: number) => (receiver.answer = (response) => void response.writeHead(status).end());
  return { ...operator, receiver, answer };
}
