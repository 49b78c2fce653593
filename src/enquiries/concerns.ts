import { formatDayAndTime } from './response-target.ts';

interface ConcernEntry {
  /** What it is, before "since". */
  what: string;
  /** What follows from it until somebody acts. */
  meanwhile: string;
  /** Section of docs/operations.md that says what to do. */
  section: string;
  /** Left out: something does not work. */
  severity?: 'warning';
  /** How long something lasts, or how near it is, before it is a concern, in milliseconds. Left out: at once. */
  afterMs?: number;
  beforeMs?: number;
  /** A mail could not tell of it: the webhook does, where there is one. */
  stopsMail?: true;
}

const [minute, hour] = [60_000, 60 * 60_000];
const mail = { section: 'Mail does not arrive', stopsMail: true } as const;
const held = { ...mail, section: "Yesterday's data back", severity: 'warning' } as const;
// Most temporary failures of mail servers are over by then.
const failing = { ...mail, afterMs: 15 * minute } as const;
// Backups are daily: two in a row have failed by then.
const backup = { section: 'No backup was made', afterMs: 50 * hour } as const;
const fullDisk = { section: 'The disk is full', severity: 'warning' } as const;
const certificate = { section: 'The certificate has expired', severity: 'warning', beforeMs: 14 * 24 * hour } as const;

/** Everything that a person has to fix although enquiries can be stored, with what is said of it, when and how. */
export const concerns = {
  'mail: failing': { ...failing, what: 'mail failing', meanwhile: 'Enquiries are stored, and mailed once it works.' },
  'mail: held': { ...held, what: 'mail held', meanwhile: 'No mail goes out until “backup release-mail”.' },
  'mail: reaches nobody': {
    ...mail,
    what: 'mail reaching nobody',
    meanwhile: 'Each becomes a file: SMTP_URL is not set.',
  },
  'mailbox: unreachable': {
    what: 'mailbox not read',
    meanwhile: 'Replies of visitors wait in it.',
    section: 'The mailbox of replies is not read',
    // An open connection lives on: a new password is first missed when it ends.
    afterMs: 2 * minute,
  },
  'purge: refused': {
    what: 'daily purge refused',
    meanwhile: 'It would have erased most enquiries.',
    section: 'The purge was refused',
    severity: 'warning',
  },
  'digest: failing': { ...mail, what: 'digest not mailed', meanwhile: 'What is overdue is in the inbox.' },
  'backup: overdue': { ...backup, what: 'backup overdue', meanwhile: 'If the disk fails, newer data is lost.' },
  'backup: never made': { ...backup, what: 'backup missing', meanwhile: 'If the disk fails, all is lost.' },
  'copy: overdue': { ...backup, what: 'copy of backups overdue', meanwhile: 'All backups lie on one disk.' },
  'database: incomplete': {
    what: 'stored enquiries missing',
    meanwhile: 'New ones are stored.',
    section: 'The database file is gone',
  },
  'database: away': {
    what: 'database away',
    meanwhile: 'Pages are shown, and enquiries refused.',
    section: 'The form could not send',
  },
  'content: not shown': {
    what: 'publication not shown',
    meanwhile: 'Visitors read an older one.',
    section: 'Wrong content is published',
  },
  'disk: nearly full': { ...fullDisk, what: 'disk nearly full', meanwhile: 'Once it is full, enquiries are refused.' },
  'disk: read-only': {
    what: 'disk read-only',
    meanwhile: 'Nothing can be stored: enquiries are refused.',
    section: 'The disk is read-only',
  },
  'clock: doubtful': {
    what: 'clock doubtful',
    meanwhile: 'Due times, digests and erasing go by it.',
    section: 'The clock is wrong',
    severity: 'warning',
  },
  // "version" is another field of /readyz.
  'update: taken back': {
    what: 'version taken back',
    meanwhile: 'An older one runs.',
    section: 'An update went wrong',
    severity: 'warning',
  },
  'certificate: expiring': {
    ...certificate,
    what: 'certificate expiring',
    meanwhile: 'Browsers will soon refuse the site.',
  },
} as const satisfies Record<`${string}: ${string}`, ConcernEntry>;

/** Code of a concern: its subject and state, as `/readyz`, alerts and the webhook have them. */
export type Concern = keyof typeof concerns;

/** Returns the concerns that there are. */
export function selectConcerns(found: Readonly<Partial<Record<Concern, boolean | undefined>>>): Concern[] {
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern]);
}

/** Returns the entry of a concern, which may be one that only another release knows. */
export function getConcern(code: string): ConcernEntry {
  const unknown = { what: code, meanwhile: '', section: 'What needs a person' };
  return Object.hasOwn(concerns, code) ? concerns[code as Concern] : unknown;
}

/** Describes a concern: `mail failing since Monday 14:10`. */
export function describeConcern(code: string, since: string, now: Date, timeZone: string) {
  const { what, meanwhile, section } = getConcern(code);
  return { summary: `${what} since ${formatDayAndTime(new Date(since), now, timeZone)}`, meanwhile, section };
}
