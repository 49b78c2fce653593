import { CommandFailure, type OperatorCommand } from './command.ts';

/** Command `webhook test`. */
export const webhookCommands: readonly OperatorCommand[] = [
  {
    name: 'test',
    summary: 'Sends a test event at once',
    json: 'a JSON object: "delivered", and why not as "reason"',
    description: `The event is signed as all are. The receiver accepts it with a status from 200 to 299. The doctor says how the last
call about an enquiry ended.`,
    examples: ['webhook test'],
    async run({ openCore, writeResult, options }) {
      const { webhook } = await openCore();
      if (webhook === undefined)
        throw new CommandFailure('There is no webhook. Set WEBHOOK_URL and WEBHOOK_SECRET; docs/webhook.md says how.');
      const outcome = await webhook.sendTestEvent();
      const reason = outcome.delivered ? null : outcome.reason;
      const accepted = 'The receiver accepted the test event, with a status from 200 to 299.';
      writeResult({ delivered: outcome.delivered, reason }, reason === null ? accepted : []);
      const refused = `The test event was not accepted. ${reason}.`;
      if (reason !== null) throw new CommandFailure(options.json ? [] : refused);
    },
  },
];
