import { parseArgs } from 'node:util';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import { jsonText, line, UsageError, type Command } from './command.ts';
import { deliveryText, printable, shortTime } from './enquiry-text.ts';
import { stateHelp } from './help.ts';

export const showEnquiry: Command = {
  usage: 'enquiries show <id> [--json]',
  summary: 'Shows one enquiry in full',
  help: `
  <id>      as "enquiries list" shows it
  --json    a JSON object with every field

${stateHelp}

Example: npm run admin -- enquiries show 01a1fc16-4fa8-721c-a92d-b68cff562a77`,

  async run(args, { open, write, complain }) {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
    const [id, ...more] = positionals;
    if (id === undefined || more.length > 0) throw new UsageError('Name one enquiry by its id.');
    const { enquiries } = await open();
    const [enquiry] = await enquiries.find({ id });
    if (enquiry === undefined) {
      complain(line(`There is no enquiry ${id}.`));
      return 1;
    }
    write(values.json === true ? jsonText(enquiry) : text(enquiry));
    return 0;
  },
};

function text(enquiry: StoredEnquiry): string {
  const { lastReason } = enquiry.delivery;
  const facts = [
    `Id:        ${enquiry.id}`,
    `Received:  ${shortTime(enquiry.receivedAt)}`,
    `Name:      ${enquiry.name}`,
    `Email:     ${enquiry.email}`,
    `Company:   ${enquiry.company}`,
    `Subject:   ${enquiry.subject}`,
    `Mail:      ${deliveryText(enquiry)}`,
    ...(lastReason === null ? [] : [`Reason:    ${lastReason}`]),
  ];
  return [...facts, '', enquiry.message].map((part) => line(printable(part))).join('');
}
