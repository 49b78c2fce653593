import { parseArgs } from 'node:util';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import { jsonText, line, UsageError, type Command, type Terminal } from './command.ts';
import { enquiryCount, shortTime } from './enquiry-text.ts';
import { progressOn } from './progress.ts';

const options = { 'older-than': { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;
const day = 24 * 60 * 60 * 1000;

export const purgeEnquiries: Command = {
  usage: 'enquiries purge [--older-than <days>] [--yes] [--json]',
  summary: 'Erases all enquiries that are older than a number of days',
  help: `
  --older-than   the number of days (default: RETENTION_DAYS)
  --yes          erase; without it the command only shows what it would erase
  --json         a JSON object: "receivedBefore", how many "enquiries", when the "oldest" and the
                 "newest" of them were received, and whether they are "purged"

A running server does this each day, by RETENTION_DAYS. Erased are enquiries in every state, those
not mailed yet too, their deliveries and the mails in the mail folder. It cannot be undone.

Example: npm run admin -- enquiries purge --older-than 90`,

  async run(args, context) {
    const { values } = parseArgs({ args, options });
    const named = daysFrom(values['older-than']);
    const { enquiries, config } = await context.open();
    const days = named ?? config.retentionDays;
    const receivedBefore = new Date(Date.now() - days * day);
    const { write, complain } = context;
    const say = values.json === true ? () => {} : write;

    const found = await survey(enquiries, receivedBefore, context);
    const tell = (number: number, purged: boolean): void =>
      write(jsonText({ receivedBefore, ...found, enquiries: number, purged }));
    const { enquiries: count, oldest, newest } = found;
    if (oldest === null || newest === null) say(line(`No enquiry is older than ${inDays(days)}.`));
    else
      say(
        line(
          `${enquiryCount(count)} older than ${inDays(days)}, received ${shortTime(oldest)} to ${shortTime(newest)}.`,
        ),
      );

    if (values.yes === true) {
      const purged = await enquiries.purge(receivedBefore);
      if (values.json === true) tell(purged.length, true);
      else if (count > 0) say(line(`Erased ${enquiryCount(purged.length)}.`));
      return 0;
    }
    if (values.json === true) tell(count, false);
    if (count === 0) return 0;
    complain(line(`Nothing is erased yet. Add --yes to erase ${enquiryCount(count)}; it cannot be undone.`));
    return 2;
  },
};

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function daysFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 36_500)
    throw new UsageError('--older-than takes a number of days from 1 to 36500.');
  return Number(text);
}

async function survey(enquiries: Pick<Enquiries, 'each'>, until: Date, terminal: Terminal) {
  const found = { enquiries: 0, oldest: null as Date | null, newest: null as Date | null };
  const progress = progressOn(terminal);
  for await (const { receivedAt } of enquiries.each({ until })) {
    found.enquiries += 1;
    found.newest ??= receivedAt;
    found.oldest = receivedAt;
    progress.show(`${enquiryCount(found.enquiries)} found`);
  }
  progress.end();
  return found;
}
