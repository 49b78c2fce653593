import { parseArgs } from 'node:util';
import { jsonText, line, UsageError, type Command } from './command.ts';

export const releaseEnquiries: Command = {
  usage: 'enquiries release <id>... [--json]',
  summary: 'Sends enquiries that were taken for spam',
  help: `
  <id>...   enquiries that are quarantined
  --json    a JSON object with the lists "released", "notQuarantined" and "unknown"

An enquiry that looks like spam is kept but not mailed. These show which, and why:

  npm run admin -- enquiries list --state quarantined
  npm run admin -- enquiries show <id>

The mail of a released one is queued; a running server sends it within seconds, otherwise the next
one that starts. What is spam can be erased, or stays until the retention purges it.

Example: npm run admin -- enquiries release 01a1fc16-4fa8-721c-a92d-b68cff562a77`,

  async run(args, { open, write, complain }) {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length === 0) throw new UsageError('Name enquiries by their ids.');
    const { enquiries } = await open();
    const released: string[] = [];
    const notQuarantined: string[] = [];
    const unknown: string[] = [];
    const lists = { released, 'not quarantined': notQuarantined, unknown };
    for (const id of new Set(positionals)) lists[await enquiries.release(id)].push(id);

    if (values.json === true) write(jsonText({ released, notQuarantined, unknown }));
    else {
      write(line(released.length === 1 ? '1 enquiry is released.' : `${released.length} enquiries are released.`));
      for (const id of notQuarantined) complain(line(`${id} is not quarantined.`));
      for (const id of unknown) complain(line(`There is no enquiry ${id}.`));
    }
    return notQuarantined.length + unknown.length === 0 ? 0 : 1;
  },
};
