import { formatDayAndTime } from './response-target.ts';

/** Texts of each problem that needs a person: headline (before "since"), consequence, section of docs/operations.md. */
export const problemTexts = {
  'mail: failing': ['mail failing', 'Enquiries are stored, and mailed once it works.', 'Mail does not arrive'],
  'mail: held': ['mail held', 'No mail goes out until “backup release-mail”.', "Yesterday's data back"],
  'mail: reaches nobody': ['mail reaching nobody', 'Each becomes a file: SMTP_URL is not set.', 'Mail does not arrive'],
  'mailbox: unreachable': ['mailbox not read', 'Replies of visitors wait in it.', 'The mailbox of replies is not read'],
  'purge: refused': ['daily purge refused', 'It would have erased most enquiries.', 'The purge was refused'],
  'digest: failing': ['digest not mailed', 'What is overdue is in the inbox.', 'Mail does not arrive'],
  'backup: overdue': ['backup overdue', 'If the disk fails, newer data is lost.', 'No backup was made'],
  'backup: never made': ['backup missing', 'If the disk fails, all is lost.', 'No backup was made'],
  'copy: overdue': ['copy of backups overdue', 'All backups lie on one disk.', 'No backup was made'],
  'database: incomplete': ['stored enquiries missing', 'New ones are stored.', 'The database file is gone'],
  'database: away': ['database away', 'Pages are shown, and enquiries refused.', 'The form could not send'],
  'content: not shown': ['publication not shown', 'Visitors read an older one.', 'Wrong content is published'],
  'disk: nearly full': ['disk nearly full', 'Once it is full, enquiries are refused.', 'The disk is full'],
  'disk: read-only': ['disk read-only', 'Nothing can be stored: enquiries are refused.', 'The disk is read-only'],
  'certificate: expiring': [
    'certificate expiring',
    'Browsers will soon refuse the site.',
    'The certificate has expired',
  ],
} as const;

type Split<Name> = Name extends `${infer Subject}: ${infer State}` ? [Subject, State] : never;

/** Problems, by subject, that a person has to fix although enquiries can be stored. */
export type HealthConcerns = { [Name in keyof typeof problemTexts as Split<Name>[0]]?: Split<Name>[1] };

/** Describes a problem, which may be one that only another release knows: `mail failing since Monday 14:10`. */
export function describeProblem(problem: string, since: string, now: Date, timeZone: string) {
  const texts: Readonly<Record<string, readonly string[]>> = problemTexts;
  const [headline = problem, meanwhile = '', section = 'What needs a person'] = texts[problem] ?? [];
  return { summary: `${headline} since ${formatDayAndTime(new Date(since), now, timeZone)}`, meanwhile, section };
}
