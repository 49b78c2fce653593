import { parseArgs } from 'node:util';
import { jsonText, line, UsageError, type Command } from './command.ts';
import { progressOn } from './progress.ts';

export const retryEnquiries: Command = {
  usage: 'enquiries retry <id>... | --failed [--json]',
  summary: 'Sends the mails of enquiries again',
  help: `
  <id>...    the enquiries, also those whose mails were delivered
  --failed   all whose mail has failed
  --json     a JSON object with the lists "queued", "quarantined" and "unknown"

The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
What is quarantined stays so: "enquiries release" sends it.

Example: npm run admin -- enquiries retry --failed`,

  async run(args, context) {
    const options = { failed: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if ((values.failed === true) === positionals.length > 0)
      throw new UsageError('Name enquiries by their ids, or --failed.');
    const { enquiries } = await context.open();
    const { write, complain } = context;

    const ids = new Set(positionals);
    if (values.failed === true) for await (const { id } of enquiries.each({ state: 'failed' })) ids.add(id);
    const result = { queued: [] as string[], quarantined: [] as string[], unknown: [] as string[] };
    const progress = progressOn(context);
    let done = 0;
    for (const id of ids) {
      result[await enquiries.retry(id)].push(id);
      progress.show(`${(done += 1)} of ${ids.size} mails`);
    }
    progress.end();

    const { queued, quarantined, unknown } = result;
    if (values.json === true) write(jsonText(result));
    else {
      write(line(queued.length === 1 ? '1 mail is queued again.' : `${queued.length} mails are queued again.`));
      for (const id of quarantined) complain(line(`${id} is quarantined: "enquiries release" sends it.`));
      for (const id of unknown) complain(line(`There is no enquiry ${id}.`));
    }
    return quarantined.length + unknown.length === 0 ? 0 : 1;
  },
};
