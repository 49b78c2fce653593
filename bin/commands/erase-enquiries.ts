import { parseArgs } from 'node:util';
import type { EnquirySelector, StoredEnquiry } from '../../enquiries/store.ts';
import { jsonText, line, UsageError, type Command } from './command.ts';
import { clipped, enquiryCount, shortTime } from './enquiry-text.ts';
import { table } from './table.ts';

export const eraseEnquiries: Command = {
  usage: 'enquiries erase <id or email address> [--yes] [--json]',
  summary: 'Erases one enquiry, or all of one person',
  help: `
  <id or email address>   one enquiry, or everything that came from this address
  --yes                   erase; without it the command only shows what it would erase
  --json                  a JSON object with the list "erased" (without --yes "wouldErase")

Erased are the enquiries, their deliveries and the mails in the mail folder. What has been mailed
to your mailbox already stays there: delete it by hand. Erasing cannot be undone.

Example: npm run admin -- enquiries erase person@example.com --yes`,

  async run(args, { open, write, complain }) {
    const options = { yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [which, ...more] = positionals;
    if (which === undefined || more.length > 0)
      throw new UsageError('Name one enquiry by its id, or one email address.');
    const selector: EnquirySelector = which.includes('@') ? { email: which } : { id: which };
    const { enquiries } = await open();
    const say = values.json === true ? () => {} : write;

    const found = await enquiries.find(selector);
    if (found.length === 0) {
      complain(line(`There is no enquiry of ${which}.`));
      return 1;
    }
    say(table(found.map(rowOf)));
    if (values.yes !== true) {
      if (values.json === true) write(jsonText({ wouldErase: found.map(({ id }) => id) }));
      complain(line(`Nothing is erased yet. Add --yes to erase ${enquiryCount(found.length)}; it cannot be undone.`));
      return 2;
    }
    const erased = await enquiries.erase(selector);
    if (values.json === true) write(jsonText({ erased }));
    say(line(`Erased ${enquiryCount(erased.length)}.`));
    return 0;
  },
};

function rowOf({ id, receivedAt, name, subject, delivery }: StoredEnquiry): string[] {
  return [id, shortTime(receivedAt), delivery.state, clipped(name, 24), clipped(subject, 40)];
}
