import { getResponseTarget } from '../../content/assemble-content.ts';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import type { ActionName } from '../../enquiries/change.ts';
import { findTimeOfRequest, type StoredEnquiry } from '../../enquiries/model.ts';
import { createPrivacyRequest, privacyRequestKinds } from '../../enquiries/privacy-request.ts';
import { parseRecipients } from '../../enquiries/recipients.ts';
import { computeReminderTime } from '../../enquiries/reminder-time.ts';
import { cleanText } from '../../text/clean-text.ts';
import { shortenText } from '../../text/format-text.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import type { Folder } from './folders.ts';
import type { RequestedAction } from './perform-action.ts';
import { findMissingValuePlaceholder, isEmptyReply, replyRefusalMessages } from './reply-templates.ts';
import { findFileProblem } from './unsent-files.tsx';

/** What the office needs of an action: its form, its texts, and where it is offered. */
export type OfficeActionDefinition<Name extends ActionName = ActionName> = {
  /** Text of its button. */
  label: string;
  /** Notice once it is done. */
  notice: string;
  /** Returns true if the page of an enquiry offers it under What to do. Others have a place of their own. */
  isOffered(enquiry: StoredEnquiry): boolean;
  /** Folders that offer it for the ticked enquiries. */
  folders: readonly Folder[];
  /** True if it tells of mail that the office does not see as a rule. */
  isAboutExternalMail?: true;
  /** True if a person goes on to the next enquiry after it. */
  leadsToNextEnquiry?: true;
  /** Field beside which it is said too why it is not done. */
  fieldName?: string;
} & (keyof (RequestedAction & { action: Name }) extends 'action' ? { parse?: undefined } : Parser<Name>);

/** Reads the form of an action that has data. */
interface Parser<Name> {
  /** Returns the action, or why nothing is done. `enquiry` is left out if it is for several. */
  parse(request: StaffRequest, enquiry?: StoredEnquiry): Parsed<Name> | Promise<Parsed<Name>>;
}

type Parsed<Name = ActionName> = (RequestedAction & { action: Name }) | string;

const openFolders = ['open', 'mine', 'later', 'not-delivered', 'search'] as const;
const isOpen = ({ status }: StoredEnquiry) => status === 'open';
const onOpen = { isOffered: isOpen, folders: openFolders, leadsToNextEnquiry: true } as const;
const onClosed = { isOffered: ({ status }: StoredEnquiry) => status === 'closed', folders: ['closed'] } as const;
const onSpam = { isOffered: ({ status }: StoredEnquiry) => status === 'spam', folders: ['spam', 'search'] } as const;
const onAllButSpam = { ...onOpen, isOffered: ({ status }: StoredEnquiry) => status !== 'spam' };
const elsewhere = { folders: [], isAboutExternalMail: true } as const;
const inPlace = { isOffered: () => false, folders: [] };
const parseReplyId = ({ form }: StaffRequest) => ({ replyId: form.get('reply') ?? '' });

/** All actions, in the order in which they are offered. Their forms have the same names, with hyphens. */
export const officeActions: { readonly [Name in ActionName]: OfficeActionDefinition<Name> } = {
  close: { label: 'Close', notice: 'Closed', parse: parseClosing, ...onOpen },
  'not spam': { label: 'Not spam', notice: 'Reopened as not spam', ...onSpam },
  reopen: { label: 'Reopen', notice: 'Reopened', ...onClosed },
  assign: { label: 'Assign', notice: 'Assigned', parse: parseAssignee, ...onOpen, isOffered: () => true },
  remind: { label: 'Remind me', notice: 'The reminder is set', parse: parseReminder, ...onAllButSpam, folders: [] },
  'cancel reminder': { label: 'Cancel the reminder', notice: 'The reminder is cancelled', ...inPlace },
  retry: {
    label: 'Send the mail to you again',
    notice: 'The mail to you will be sent again',
    isOffered: ({ status, mail }) => status !== 'spam' && !(mail?.state === 'due' && mail.lastReason === null),
    folders: ['not-delivered'],
  },
  'mark as spam': { label: 'Mark as spam', notice: 'Marked as spam', ...onAllButSpam },
  'record reply': { label: 'Replied elsewhere', notice: 'Closed: replied elsewhere', ...onOpen, ...elsewhere },
  'record message': { label: 'They wrote again', notice: 'Reopened: they wrote again', ...onClosed, ...elsewhere },
  'record bounce': { label: 'Our reply came back', notice: 'Reopened: the reply came back', ...onClosed, ...elsewhere },
  reply: {
    label: 'Send the reply',
    notice: 'Your reply is on its way',
    parse: parseReply,
    ...inPlace,
    leadsToNextEnquiry: true,
    fieldName: 'text',
  },
  'undo reply': {
    label: 'Undo',
    notice: 'Your reply is not sent: it is in the form again',
    parse: (request) => ({ action: 'undo reply', ...parseReplyId(request) }),
    ...inPlace,
    fieldName: 'text',
  },
  'send again': {
    label: 'Send it again',
    notice: 'The reply will be sent again',
    parse: (request) => ({ action: 'send again', ...parseReplyId(request) }),
    ...inPlace,
    leadsToNextEnquiry: true,
  },
  'confirm sent': {
    label: 'It was sent',
    notice: 'The reply is marked as sent',
    parse: (request) => ({ action: 'confirm sent', ...parseReplyId(request) }),
    ...inPlace,
    leadsToNextEnquiry: true,
  },
  'confirm reply': {
    label: 'Yes, it is our reply',
    notice: 'Marked as our reply',
    parse: ({ form }) => ({ action: 'confirm reply', claimId: form.get('message') ?? '' }),
    ...inPlace,
    leadsToNextEnquiry: true,
  },
  note: { label: 'Save the note', notice: 'The note is saved', parse: parseNote, ...inPlace, fieldName: 'note' },
  'correct address': {
    label: 'Correct the address',
    notice: 'The address is corrected',
    parse: parseAddress,
    ...inPlace,
    fieldName: 'email',
  },
  'label privacy request': {
    label: 'Set',
    notice: 'The data protection label is set',
    parse: parsePrivacyRequest,
    ...inPlace,
  },
  'settle privacy request': { label: 'Done', notice: 'The data protection request is settled', ...inPlace },
  merge: {
    label: 'Merge into this one',
    notice: 'Merged: all of its messages are here',
    parse: ({ form }) => ({ action: 'merge', into: form.get('into') ?? '' }),
    ...inPlace,
  },
};

/** Names of all actions, in that order. */
export const actionNames = Object.keys(officeActions) as readonly ActionName[];

/** Returns the name of an action in addresses and forms. */
export function formatActionSlug(name: ActionName): string {
  return name.replaceAll(' ', '-');
}

/** Notices by the names of the actions in addresses. */
export const actionNotices: Readonly<Record<string, string>> = Object.fromEntries(
  actionNames.map((name) => [formatActionSlug(name), officeActions[name].notice]),
);

/** Resolves to the action of a form, or to why nothing is done. `enquiry` is left out if it is for several. */
export async function parseAction(
  name: ActionName,
  request: StaffRequest,
  enquiry?: StoredEnquiry,
): Promise<RequestedAction | string> {
  const { parse }: { parse?: Parser<ActionName>['parse'] | undefined } = officeActions[name];
  return parse === undefined ? ({ action: name } as RequestedAction) : parse(request, enquiry);
}

function parseClosing({ form, office }: StaffRequest): Parsed<'close'> {
  const reason = office.getContent().office.reasons.find((one) => one === form.get('reason')) ?? null;
  return { action: 'close', reason };
}

async function parseAssignee({ office, form }: StaffRequest): Promise<Parsed<'assign'>> {
  const to = form.get('to') || null;
  const isAllowed = to === null || (await office.people.listEmailsWithRole('enquiries')).includes(to);
  return isAllowed
    ? { action: 'assign', to }
    : 'Nobody with this address can open the office any more. Choose somebody else.';
}

function parseReminder({ form, office }: StaffRequest, enquiry?: StoredEnquiry): Parsed<'remind'> {
  const day = form.get('date') || (form.get('day') ?? '');
  const at = readReminderTime(office, day);
  if (at !== null) return { action: 'remind', at, unlessWritten: enquiry?.status === 'closed' };
  return day === 'later today'
    ? 'The office is not open for another hour today. Choose another day.'
    : 'Choose a day that lies ahead, within a year.';
}

function parsePrivacyRequest({ form, office }: StaffRequest, enquiry?: StoredEnquiry): Parsed<'label privacy request'> {
  if (enquiry === undefined) return 'The label is set on one enquiry.';
  const kind = privacyRequestKinds.find((one) => one === form.get('kind'));
  const target = getResponseTarget(office.getContent());
  const request = kind === undefined ? null : createPrivacyRequest(kind, findTimeOfRequest(enquiry), target);
  return { action: 'label privacy request', request };
}

function readReminderTime({ clock, getContent }: StaffRequest['office'], day: string): Date | null {
  return computeReminderTime(day, clock.now(), getContent().office);
}

function parseAddress({ form }: StaffRequest): Parsed<'correct address'> {
  const email = form.get('email')?.trim() ?? '';
  return isEmailAddress(email) ? { action: 'correct address', email } : 'Write an address like name@example.com.';
}

async function parseReply(request: StaffRequest, enquiry?: StoredEnquiry): Promise<Parsed<'reply'>> {
  const { office, session, form, upload } = request;
  if (enquiry === undefined) return 'A reply is written to one enquiry.';
  const fileProblem = await findFileProblem(request, enquiry.id);
  if (fileProblem !== undefined) return `Nothing is sent yet. ${fileProblem}`;
  const text = form.get('text') ?? '';
  if (isEmptyReply(text, office.getContent(), { ...enquiry, person: session.personName }))
    return replyRefusalMessages.empty;
  const mark = findMissingValuePlaceholder(text);
  if (mark !== null) return `Nothing is sent yet: write what belongs in the place of “${mark}”, or take it out.`;
  const known = await office.enquiries.proposeRecipients(enquiry);
  const recipients = parseRecipients(readCopyAddresses(form), known);
  const wrong = recipients.find(({ address }) => !isEmailAddress(address));
  if (wrong)
    return `Nothing is sent yet: “${shortenText(wrong.address, 100)}” is no address. Write it like name@example.com.`;
  const remindAt = readReminderTime(office, form.get('remind') ?? '') ?? undefined;
  return { action: 'reply', text, recipients, files: upload.files, unsentFileIds: form.getAll('unsent'), remindAt };
}

/** Returns the addresses that are ticked or typed, as one text. */
export function readCopyAddresses(form: URLSearchParams): string {
  return form.getAll('copyTo').filter(Boolean).join(', ');
}

/** Maximum length of a note in UTF-16 code units. */
const maxNoteLength = 10_000;

function parseNote({ form }: StaffRequest): Parsed<'note'> {
  const text = cleanText(form.get('note') ?? '');
  if (text === '') return 'The note is empty. Write something, and save it again.';
  if (text.length > maxNoteLength)
    return `The note is too long. Shorten it to ${maxNoteLength.toLocaleString('en-GB')} characters or fewer.`;
  return { action: 'note', text };
}
