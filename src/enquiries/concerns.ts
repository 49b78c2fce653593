import { formatDayAndTime } from './response-target.ts';

const [minute, hour] = [60_000, 60 * 60_000];

/** What the table says of a concern. */
interface ConcernEntry {
  /** What it is, before "since". */
  headline: string;
  /** What follows from it until somebody acts. */
  meanwhile: string;
  /** Section of docs/operations.md that says what to do. */
  section: string;
  /** `warning`: everything works still. */
  severity: 'failed' | 'warning';
  /** How long something has to last, or to be near, before it is a concern, in milliseconds. */
  afterMs?: number;
  beforeMs?: number;
  /** A mail could not tell of it: the webhook does, where there is one. */
  stopsMail?: true;
}

const mail = { section: 'Mail does not arrive', severity: 'failed', stopsMail: true } as const;
// Backups are daily: two in a row have failed by then.
const backup = { section: 'No backup was made', severity: 'failed', afterMs: 50 * hour } as const;

/** Everything that a person has to fix although enquiries can be stored, with what is said of it, and when. */
export const concerns = {
  // Most temporary failures of mail servers are over by then.
  'mail: failing': {
    ...mail,
    headline: 'mail failing',
    meanwhile: 'Enquiries are stored, and mailed once it works.',
    afterMs: 15 * minute,
  },
  'mail: held': {
    ...mail,
    headline: 'mail held',
    meanwhile: 'No mail goes out until “backup release-mail”.',
    section: "Yesterday's data back",
    severity: 'warning',
  },
  'mail: reaches nobody': {
    ...mail,
    headline: 'mail reaching nobody',
    meanwhile: 'Each becomes a file: SMTP_URL is not set.',
  },
  'mailbox: unreachable': {
    headline: 'mailbox not read',
    meanwhile: 'Replies of visitors wait in it.',
    section: 'The mailbox of replies is not read',
    severity: 'failed',
  },
  'purge: refused': {
    headline: 'daily purge refused',
    meanwhile: 'It would have erased most enquiries.',
    section: 'The purge was refused',
    severity: 'warning',
  },
  'digest: failing': { ...mail, headline: 'digest not mailed', meanwhile: 'What is overdue is in the inbox.' },
  'backup: overdue': {
    ...backup,
    headline: 'backup overdue',
    meanwhile: 'If the disk fails, newer data is lost.',
  },
  'backup: never made': { ...backup, headline: 'backup missing', meanwhile: 'If the disk fails, all is lost.' },
  'copy: overdue': { ...backup, headline: 'copy of backups overdue', meanwhile: 'All backups lie on one disk.' },
  'database: incomplete': {
    headline: 'stored enquiries missing',
    meanwhile: 'New ones are stored.',
    section: 'The database file is gone',
    severity: 'failed',
  },
  'database: away': {
    headline: 'database away',
    meanwhile: 'Pages are shown, and enquiries refused.',
    section: 'The form could not send',
    severity: 'failed',
  },
  'words: not shown': {
    headline: 'publication not shown',
    meanwhile: 'Visitors read an older one.',
    section: 'Wrong words are published',
    severity: 'failed',
  },
  'disk: nearly full': {
    headline: 'disk nearly full',
    meanwhile: 'Once it is full, enquiries are refused.',
    section: 'The disk is full',
    severity: 'warning',
  },
  'disk: read-only': {
    headline: 'disk read-only',
    meanwhile: 'Nothing can be stored: enquiries are refused.',
    section: 'The disk is read-only',
    severity: 'failed',
  },
  'certificate: expiring': {
    headline: 'certificate expiring',
    meanwhile: 'Browsers will soon refuse the site.',
    section: 'The certificate has expired',
    severity: 'warning',
    beforeMs: 14 * 24 * hour,
  },
} as const satisfies Record<`${string}: ${string}`, ConcernEntry>;

/** Code of a concern: its subject and state, as `/readyz`, alerts and the webhook have them. */
export type Concern = keyof typeof concerns;

/** Returns the concerns that there are. */
export function selectConcerns(found: Readonly<Partial<Record<Concern, boolean | undefined>>>): Concern[] {
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern]);
}

/** Returns the entry of a concern; undefined for one that only another release knows. */
export function findConcern(code: string): ConcernEntry | undefined {
  return Object.hasOwn(concerns, code) ? concerns[code as Concern] : undefined;
}

/** Describes a concern, which may be one that only another release knows: `mail failing since Monday 14:10`. */
export function describeConcern(code: string, since: string, now: Date, timeZone: string) {
  const { headline = code, meanwhile = '', section = 'What needs a person' } = findConcern(code) ?? {};
  return { summary: `${headline} since ${formatDayAndTime(new Date(since), now, timeZone)}`, meanwhile, section };
}
