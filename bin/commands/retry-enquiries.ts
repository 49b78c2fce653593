import { parseArgs } from 'node:util';
import { jsonText, line, UsageError, type Command } from './command.ts';

export const retryEnquiries: Command = {
  usage: 'enquiries retry <id>... | --failed [--json]',
  summary: 'Sends the mails of enquiries again',
  help: `
  <id>...    the enquiries, whatever has become of their mails
  --failed   all whose mail has failed
  --json     a JSON object with the lists "queued" and "unknown"

The mails are queued; a running server sends them within seconds, otherwise the next one that starts.

Example: npm run admin -- enquiries retry --failed`,

  async run(args, { composition: { enquiries }, write, complain }) {
    const options = { failed: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if ((values.failed === true) === positionals.length > 0)
      throw new UsageError('Name enquiries by their ids, or --failed.');

    const ids = new Set(positionals);
    if (values.failed === true) for await (const { id } of enquiries.each({ state: 'failed' })) ids.add(id);
    const queued: string[] = [];
    const unknown: string[] = [];
    for (const id of ids) ((await enquiries.retry(id)) ? queued : unknown).push(id);

    if (values.json === true) write(jsonText({ queued, unknown }));
    else {
      write(line(queued.length === 1 ? '1 mail is queued again.' : `${queued.length} mails are queued again.`));
      for (const id of unknown) complain(line(`There is no enquiry ${id}.`));
    }
    return unknown.length === 0 ? 0 : 1;
  },
};
