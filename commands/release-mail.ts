import { Option } from 'commander';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Kind } from '../enquiries/new-deliveries.ts';
import type { Config } from '../start/config.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { pluralise, formatTable, formatTime, formatSummary } from './enquiry-text.ts';

type Due = Awaited<ReturnType<Enquiries['countDue']>>[number];

export const releaseMailCommand: OperatorCommand<{ yes?: true }> = {
  name: 'release-mail',
  summary: 'Sends what is held since a backup was restored',
  options: [new Option('--yes', 'erase and send; without it the command only shows what it would do')],
  json: 'a JSON object: "heldSince", the "due" deliveries by kind, whom it has "erased" or would, and "released"',
  description: `What was due when a backup was made may have gone out since. So nothing is sent from a restored database, also of what
comes meanwhile, until this command. It erases first the enquiries that were erased since the backup was made.`,
  examples: ['backup release-mail', 'backup release-mail --yes'],
  async run({ options, open, answer, say }) {
    const { yes: released = false } = options;
    const { enquiries, config } = await open();
    const hold = await enquiries.hold();
    if (hold === null) return answer({ heldSince: null, due: [], erased: [], released: false }, 'Nothing is held.');
    const { since: heldSince, erased: ids } = hold;
    const back = await enquiries.find({ ids });
    if (released) await enquiries.erase({ ids });
    const due = await enquiries.countDue();
    if (released) await enquiries.releaseHold();
    say(`Held since ${formatTime(heldSince)}, when a backup was restored.`);
    say([`${released ? 'Erased' : 'Erased first'}, as since the backup: ${pluralise(back.length)}`]);
    say(back.length > 0 ? formatTable(back.map(formatSummary), '') : []);
    const erased = back.map(({ id }) => id);
    const lines = due.length === 0 ? ['  nothing'] : due.map((one) => sayDue(config, one));
    answer({ heldSince, due, erased, released }, [released ? 'Sent from now on:' : 'Due:', ...lines]);
    if (!released) throw new CommandFailure('Nothing is released yet. Add --yes.', 2);
  },
};

function sayDue({ mailTo, webhook }: Config, { kind, rows, oldest }: Due): string {
  const office = `to ${mailTo.join(', ')}`;
  const kinds: Readonly<Record<Kind, [one: string, several: string, to: string]>> = {
    mail: ['mail about an enquiry', 'mails about enquiries', office],
    digest: ['digest', 'digests', office],
    reply: ['answer', 'answers', 'to visitors'],
    acknowledgement: ['acknowledgement', 'acknowledgements', 'to visitors'],
    handover: ['mail that an enquiry was assigned', 'mails that enquiries were assigned', 'to people of the office'],
    webhook: ['call', 'calls', `to ${webhook === undefined ? 'the webhook' : new URL(webhook.url).host}`],
  };
  const [one, several, to] = kinds[kind as Kind];
  return `  ${pluralise(rows, one, several)} ${to}, the oldest of ${formatTime(oldest)}`;
}
