import { Option } from 'commander';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { formatErasureCounts } from '../enquiries/describe-event.ts';
import type { DeliveryKindName } from '../enquiries/new-deliveries.ts';
import type { Config } from '../start/config.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';
import { formatTable, formatLocalTime, formatSummaryCells } from './format-text.ts';

type DueDeliveries = Awaited<ReturnType<EnquiryService['countDueDeliveriesByKind']>>[number];

/** Command `backup release-mail`. */
export const releaseMailCommand: OperatorCommand<{ yes?: true }> = {
  name: 'release-mail',
  summary: 'Sends what is held since a backup was restored',
  options: [new Option('--yes', 'erase and send; without it the command only shows what it would do')],
  json: 'a JSON object: "heldSince", the "due" deliveries by kind, the numbers of "enquiries", "messages" and "otherMails" that it erases, the ids "erased", and "released"',
  description: `Deliveries due when a backup was made may have been sent since. So a restored database sends nothing, not even for
new enquiries, until this command. It first erases what was erased since the backup was made.`,
  examples: ['backup release-mail', 'backup release-mail --yes'],
  async run({ options, openCore, writeResult, writeLines }) {
    const { yes: released = false } = options;
    const { enquiries, config } = await openCore();
    const hold = await enquiries.getHold();
    if (hold === null)
      return writeResult({ heldSince: null, due: [], erased: [], released: false }, 'Nothing is held.');
    const { since: heldSince, erased: ids } = hold;
    const reappeared = await enquiries.find({ ids });
    const lost = await enquiries.countErasure({ reappearedIds: ids });
    if (released) await enquiries.erase({ reappearedIds: ids });
    const due = await enquiries.countDueDeliveriesByKind();
    if (released) await enquiries.releaseHold();
    writeLines(`Held since ${formatLocalTime(heldSince)}, when a backup was restored.`);
    writeLines([`${released ? 'Erased' : 'Erased first'}, as since the backup: ${formatErasureCounts(lost)}`]);
    writeLines(reappeared.length > 0 ? formatTable(reappeared.map(formatSummaryCells), '') : []);
    const erased = reappeared.map(({ id }) => id);
    const lines = due.length === 0 ? ['  nothing'] : due.map((one) => formatDueDeliveries(config, one));
    writeResult({ heldSince, due, ...lost, erased, released }, [released ? 'Sent from now on:' : 'Due:', ...lines]);
    if (!released) throw new CommandFailure('Nothing is released yet. Add --yes.', 2);
  },
};

function formatDueDeliveries({ mailTo, alertTo, webhook }: Config, { kind, rows, oldest }: DueDeliveries): string {
  const office = `to ${mailTo.join(', ')}`;
  const kinds: Readonly<Record<DeliveryKindName, [one: string, several: string, to: string]>> = {
    mail: ['mail about an enquiry', 'mails about enquiries', office],
    digest: ['digest', 'digests', office],
    alert: ['alert', 'alerts', `to ${alertTo.join(', ')}`],
    schedule: ['mail about a publication', 'mails about publications', 'to people of the office'],
    report: ['mail with the statistics', 'mails with the statistics', 'to people of the office'],
    reply: ['reply', 'replies', 'to visitors'],
    acknowledgement: ['acknowledgement', 'acknowledgements', 'to visitors'],
    handover: ['mail that an enquiry was assigned', 'mails that enquiries were assigned', 'to people of the office'],
    webhook: ['call', 'calls', `to ${webhook === undefined ? 'the webhook' : new URL(webhook.url).host}`],
  };
  const [one, several, to] = kinds[kind as DeliveryKindName];
  return `  ${pluralise(rows, one, several)} ${to}, the oldest of ${formatLocalTime(oldest)}`;
}
