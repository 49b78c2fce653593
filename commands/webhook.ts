import type { Webhook } from '../enquiries/channels/webhook.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { shortTime } from './enquiry-text.ts';

export const webhookCommands: readonly OperatorCommand[] = [
  {
    name: 'test',
    summary: 'Sends a test event at once, and switches the webhook on',
    json: 'a JSON object: "delivered", and why not as "reason"',
    description: `The event is signed as all are. Where the receiver answers with a status from 200 to 299, the webhook
is on again if it was switched off.`,
    examples: ['webhook test'],
    async run(call) {
      const webhook = await openWebhook(call);
      const before = await webhook.status();
      const outcome = await webhook.test();
      const reason = outcome.delivered ? null : outcome.reason;
      const accepted = 'The receiver accepted the test event, with a status from 200 to 299.';
      const words = before.state === 'switched off' ? [accepted, 'The webhook is on again.'] : accepted;
      call.answer({ delivered: outcome.delivered, reason }, reason === null ? words : []);
      const refused = `The test event was not accepted. ${reason}.`;
      if (reason !== null) throw new CommandFailure(call.options.json ? [] : refused);
    },
  },
  {
    name: 'status',
    summary: 'Shows whether the webhook works, is failing or was switched off',
    json: 'a JSON object with "state", "since" and "reason"',
    description: 'Calls that fail for a day switch it off; so does a receiver that answers 410 Gone.',
    examples: ['webhook status'],
    async run(call) {
      const { state, since, reason } = await (await openWebhook(call)).status();
      const works = 'The webhook works: its last call succeeded, or there was none yet.';
      const fails = `The webhook is ${state} since ${since && shortTime(since)}. ${reason}.`;
      const switchOn = 'Once the receiver is fixed, switch it on with: npm run admin -- webhook test';
      const words = state === 'switched off' ? [fails, switchOn] : fails;
      call.answer({ state, since, reason }, since === null ? works : words);
    },
  },
];

async function openWebhook({ open }: Call): Promise<Webhook> {
  const { webhook } = await open();
  if (webhook !== undefined) return webhook;
  throw new CommandFailure('There is no webhook. Set WEBHOOK_URL and WEBHOOK_SECRET; docs/webhook.md says how.');
}
