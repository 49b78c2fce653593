import { cleanLine } from '../text/clean-text.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { isEmailAddress } from './enquiry.ts';
import { isVisitorAddress, type StoredEnquiry, type StoredMessage } from './model.ts';

/** Maximum of recipients of a reply, the visitor among them. */
export const maxRecipients = 10;

/** Maximum of people that are proposed: a mail can name a hundred. */
const maxProposals = 30;

/** Somebody in a conversation whom a reply can be copied to. */
export interface ProposedRecipient extends MailAddress {
  /** True for who was in To or Cc of the visitor's last mail. */
  isPreset: boolean;
  /** True if that mail asks for the answer there. */
  isReplyTo: boolean;
}

type Conversation = Pick<StoredEnquiry, 'email' | 'messages'>;

/**
 * Returns whom a reply can be copied to, those of the visitor's last mail first. Nobody is preset by a mail that is
 * known to be forged or does not come from an address of the visitor. The visitor gets it anyway, and the office has it.
 */
export function proposeRecipients(
  enquiry: Conversation,
  officeAddresses: ReadonlySet<string>,
): readonly ProposedRecipient[] {
  const { recipients: presets = [], replyTo = '' } =
    enquiry.messages.findLast((message) => isVisitorsMail(enquiry, message)) ?? {};
  const people = [...presets, toAddress(replyTo), ...enquiry.messages.toReversed().flatMap(listPeople)];
  const isOffered = ({ address }: MailAddress) =>
    isEmailAddress(address) && !isSame(address, enquiry.email) && !officeAddresses.has(address.toLowerCase());
  const found = Map.groupBy(people.filter(isOffered), ({ address }) => address.toLowerCase());
  return [...found.values()].slice(0, maxProposals).map((same, index) => {
    const address = same[0]?.address ?? '';
    const isPreset = index < maxRecipients - 1 && presets.some((preset) => isSame(preset.address, address));
    return {
      address,
      name: same.find(({ name }) => name !== '')?.name ?? '',
      isPreset,
      isReplyTo: isSame(address, replyTo),
    };
  });
}

/** Returns true for a mail of the visitor that is not known to be forged. A message by the form is none. */
function isVisitorsMail(enquiry: Conversation, message: StoredMessage): boolean {
  const { id, enquiryId, direction, kind, by, isUnverified, claimsOffice } = message;
  const isTrusted = direction === 'in' && !isUnverified && !claimsOffice;
  return isTrusted && kind === 'message' && id !== enquiryId && isVisitorAddress(enquiry, by);
}

function listPeople({ direction, kind, by, byName, recipients, replyTo }: StoredMessage): MailAddress[] {
  if (kind !== 'message') return [];
  const author = direction === 'in' ? [{ name: byName, address: by }] : [];
  return [...author, ...recipients, toAddress(replyTo)];
}

const toAddress = (address: string): MailAddress => ({ name: '', address });
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Returns the addresses of a text, separated by commas, with their names there (`Bob <bob@example.com>`) or, if they have
 * none, among `known`. Nothing is left out: what is no address is refused later.
 */
export function parseRecipients(text: string, known: readonly MailAddress[] = []): readonly MailAddress[] {
  const parts = text.split(/[,;]/).flatMap((part) => part.trim() || []);
  return parts.map((part) => {
    const [, typedName = '', address = part] = /^([^<>]*)<([^<>]*)>$/.exec(part) ?? [];
    const knownName = known.find((one) => isSame(one.address, address))?.name ?? '';
    return { name: typedName.replaceAll('"', '').trim() || knownName, address };
  });
}

/** Returns the recipients of a copy, each once and without the visitor; null if one is no address or there are too many. */
export function normaliseRecipients(
  recipients: readonly MailAddress[],
  visitor: string,
): readonly MailAddress[] | null {
  const unique = new Map(recipients.map((one) => [one.address.toLowerCase(), one]));
  unique.delete(visitor.toLowerCase());
  const copies = Array.from(unique.values(), ({ name, address }) => ({ name: cleanLine(name).slice(0, 200), address }));
  const isValid = copies.length < maxRecipients && copies.every(({ address }) => isEmailAddress(address));
  return isValid ? copies : null;
}
