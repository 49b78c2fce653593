import { CommandFailure, type OperatorCommand } from './command.ts';

export const webhookCommands: readonly OperatorCommand[] = [
  {
    name: 'test',
    summary: 'Sends a test event at once, and switches the webhook on',
    json: 'a JSON object: "delivered", and why not as "reason"',
    description: `The event is signed as all are. Where the receiver answers with a status from 200 to 299, the webhook
is on again if it was switched off. The doctor says how it stands.`,
    examples: ['webhook test'],
    async run({ open, answer, options }) {
      const { webhook } = await open();
      if (webhook === undefined)
        throw new CommandFailure('There is no webhook. Set WEBHOOK_URL and WEBHOOK_SECRET; docs/webhook.md says how.');
      const before = await webhook.status();
      const outcome = await webhook.test();
      const reason = outcome.delivered ? null : outcome.reason;
      const accepted = 'The receiver accepted the test event, with a status from 200 to 299.';
      const words = before.state === 'switched off' ? [accepted, 'The webhook is on again.'] : accepted;
      answer({ delivered: outcome.delivered, reason }, reason === null ? words : []);
      const refused = `The test event was not accepted. ${reason}.`;
      if (reason !== null) throw new CommandFailure(options.json ? [] : refused);
    },
  },
];
