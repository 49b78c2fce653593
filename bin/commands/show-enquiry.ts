import type { Command } from 'commander';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import { CommandFailure, jsonText, line, type CommandContext } from './command.ts';
import { counted, printable, shortTime, stateHelp } from './enquiry-text.ts';

export function addShowCommand(enquiries: Command, { open, write }: CommandContext): void {
  enquiries
    .command('show')
    .summary('Shows one enquiry in full')
    .argument('<id>', 'as "enquiries list" shows it')
    .option('--json', 'a JSON object with every field')
    .description(`${stateHelp}

Example: npm run admin -- enquiries show 01a1fc16-4fa8-721c-a92d-b68cff562a77`)
    .action(async (id: string, { json }: { json?: boolean }) => {
      const [enquiry] = await (await open()).enquiries.find({ id });
      if (enquiry === undefined) throw new CommandFailure([`There is no enquiry ${id}.`]);
      write(json ? jsonText(enquiry) : text(enquiry));
    });
}

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

/** One line on how far the mail of an enquiry has come. */
function deliveryText({ id, delivery }: StoredEnquiry): string {
  const attempts = counted(delivery.attempts, 'attempt', 'attempts');
  switch (delivery.state) {
    case 'delivered':
      return `delivered ${delivery.deliveredAt === null ? '' : shortTime(delivery.deliveredAt)}`.trim();
    case 'due':
      return delivery.attempts === 0 ? 'due now' : `due ${shortTime(delivery.dueAt)} after ${attempts}`;
    case 'failed':
      return `failed after ${attempts}`;
    case 'quarantined':
      return `quarantined: not sent unless it is released (enquiries release ${id})`;
  }
}
