import type { Command } from 'commander';
import type { Webhook } from '../enquiries/channels/webhook.ts';
import { CommandFailure, jsonText, line, type CommandContext } from './command.ts';
import { shortTime } from './enquiry-text.ts';

type Options = { json?: boolean };

const switchOn = 'Once the receiver is fixed, switch it on with: npm run admin -- webhook test';

export function addWebhookCommands(webhook: Command, context: CommandContext): void {
  webhook
    .command('test')
    .summary('Sends a test event at once, and switches the webhook on')
    .option('--json', 'a JSON object: "delivered", and why not as "reason"')
    .description(`The event is signed as all are. Where the receiver answers with a status from 200 to 299, the webhook
is on again if it was switched off.

Example: npm run admin -- webhook test`)
    .action((options: Options) => test(options, context));

  webhook
    .command('status')
    .summary('Shows whether the webhook works, is failing or was switched off')
    .option('--json', 'a JSON object with "state", "since" and "reason"')
    .description(`Calls that fail for a day switch it off; so does a receiver that answers 410 Gone.

Example: npm run admin -- webhook status`)
    .action((options: Options) => showStatus(options, context));
}

async function test({ json }: Options, context: CommandContext): Promise<void> {
  const webhook = await openWebhook(context);
  const before = await webhook.status();
  const outcome = await webhook.test();
  const reason = outcome.delivered ? null : outcome.reason;
  if (json) context.write(jsonText({ delivered: outcome.delivered, reason }));
  if (reason !== null) throw new CommandFailure(json ? [] : [`The test event was not accepted. ${reason}.`]);
  if (json) return;
  context.write(line('The receiver accepted the test event, with a status from 200 to 299.'));
  if (before.state === 'switched off') context.write(line('The webhook is on again.'));
}

async function showStatus({ json }: Options, context: CommandContext): Promise<void> {
  const { state, since, reason } = await (await openWebhook(context)).status();
  if (json) return context.write(jsonText({ state, since, reason }));
  if (since === null) return context.write(line('The webhook works: its last call succeeded, or there was none yet.'));
  context.write(line(`The webhook is ${state} since ${shortTime(since)}. ${reason}.`));
  if (state === 'switched off') context.write(line(switchOn));
}

async function openWebhook({ open }: CommandContext): Promise<Webhook> {
  const { webhook } = await open();
  if (webhook !== undefined) return webhook;
  throw new CommandFailure(['There is no webhook. Set WEBHOOK_URL and WEBHOOK_SECRET; docs/webhook.md says how.']);
}
