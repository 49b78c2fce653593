import { hash } from 'node:crypto';
import type { Address, Attachment, Email } from 'postal-mime';
import { cleanLine, cleanText } from '../text/clean-text.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { describeAppointments } from './appointment.ts';
import { classifyMail } from './classify-mail.ts';
import { cleanFileName, findMediaType, maxFilesSize, receivedMediaTypes } from '../text/file-kinds.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { MimeParser } from './mime-parser.ts';
import { hasNewWords } from './new-words.ts';
import type { RawMail, ReceivedFile, ReceivedMail } from './received-mail.ts';
import { isSenderUnverified } from './verify-sender.ts';

const maxTextLength = 100_000;
const maxHtmlLength = 1_000_000;
const maxFiles = 50;
const maxCalendars = 5;
const parserOptions = { forceRfc822Attachments: true, maxHeadersSize: 4 * 1024 * 1024 };
/** Parts for programs alone. */
const technicalTypes = /^message\/(?!rfc822$)|^text\/rfc822-headers$|^application\/(?:pgp|(?:x-)?pkcs7)-signature$/;

/** Parses a mail, which may take long and much memory: see `runMailParser`. Rejects if it cannot be read. */
export async function parseMail(raw: RawMail, timeZone: string): Promise<ReceivedMail> {
  return readMail(await new MimeParser(parserOptions).parse(raw.source), raw, timeZone);
}

function readMail(email: Email, raw: RawMail, timeZone: string): ReceivedMail {
  const siteMessageId = email.headers.find(({ key }) => key === 'x-site-message-id')?.value;
  const messageId = findMessageIds(siteMessageId ?? email.messageId)[0] ?? '';
  const newestFirst = [...findMessageIds(email.inReplyTo), ...findMessageIds(email.references).toReversed()];
  const references = [...new Set(newestFirst)].slice(0, 50);
  const senders = listAddresses([email.from, email.sender, ...(email.replyTo ?? [])]);
  const from = senders.find(({ address }) => address !== '') ?? { name: senders[0]?.name ?? '', address: '' };
  const subject = cleanLine(email.subject ?? '').slice(0, 500);
  const parts = email.attachments.filter(({ mimeType }) => !technicalTypes.test(mimeType));
  const text = readText(email, parts, raw, timeZone);
  const { kind, report } = classifyMail(email, text, references);
  // What is known of a mail may be the same for two.
  const content = `${from.address}${subject}` === '' ? Buffer.from(raw.source).toString('latin1', 0, 65_536) : text;
  return {
    hash: hash('sha256', JSON.stringify([messageId, email.date, from, subject, content]), 'base64url'),
    messageId,
    references,
    from,
    isUnverified: from.address !== '' && isSenderUnverified(email.headers),
    recipients: listAddresses([...(email.to ?? []), ...(email.cc ?? [])]).filter(({ address }) => address !== ''),
    replyTo: findReplyTo(email, from),
    subject,
    receivedAt: raw.receivedAt,
    text,
    kind,
    report,
    files: report ? [] : readFiles(parts, raw),
  };
}

function readText(email: Email, parts: readonly Attachment[], { isCut }: RawMail, timeZone: string): string {
  const html = email.html?.replaceAll(/(["'])data:[^"']*\1/g, '') ?? '';
  const startOfHtml = html.slice(0, maxHtmlLength);
  const plain = email.text ?? '';
  const isStub =
    plain.trim() === '' || hasNewWords(convertHtmlToText(startOfHtml, 'seen'), plain.slice(0, maxHtmlLength));
  const text = addAppointments(isStub ? convertHtmlToText(startOfHtml) : plain, parts, timeZone);
  const isLong = isCut || text.length > maxTextLength || html.length > maxHtmlLength;
  const longNote = isLong ? '\n\nThe rest of this mail stays in the mailbox.' : '';
  const moreFiles = parts.length - maxFiles;
  const filesNote = moreFiles > 0 ? `\n\nMore files stay in the mailbox: ${moreFiles}.` : '';
  return cleanText(text.slice(0, maxTextLength).trim() + longNote + filesNote);
}

/** Adds appointments, above the text since a quotation may end it, and those of their words that it lacks. */
function addAppointments(text: string, parts: readonly Attachment[], timeZone: string): string {
  const isCalendar = ({ mimeType, filename }: Attachment) =>
    /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? '');
  const calendars = parts.filter(isCalendar).slice(0, maxCalendars);
  const found = calendars.map(({ content }) =>
    describeAppointments(new TextDecoder().decode(content as ArrayBuffer), timeZone),
  );
  const notes = found.map((each) => (hasNewWords(each.notes, text) ? each.notes : ''));
  // Google sends the same twice.
  return [...new Set([...found.map(({ facts }) => facts), ...notes, text])].filter(Boolean).join('\n\n');
}

function readFiles(parts: readonly Attachment[], { isCut, source, size: mailSize }: RawMail): ReceivedFile[] {
  let sizeLeft = maxFilesSize;
  return parts.slice(0, maxFiles).map((part) => {
    const content = new Uint8Array(part.content as ArrayBuffer);
    const name = nameFile(part);
    const knownType = findMediaType(name, receivedMediaTypes);
    const type = knownType ?? cleanLine(part.mimeType).slice(0, 100);
    // The end of a mail that was cut is missing from its last part: base64 of about this size.
    const missing = isCut && part === parts.at(-1) ? Math.ceil((mailSize - source.length) * 0.75) : 0;
    const isTaken = knownType !== undefined && missing === 0 && content.length <= sizeLeft;
    if (isTaken) sizeLeft -= content.length;
    return { name, type, size: content.length + missing, body: isTaken ? content : null };
  });
}

/** Returns the name that a part has or, if it has none or one without an extension, gets by its type. */
function nameFile({ filename, mimeType }: Attachment): string {
  const name = cleanFileName(filename ?? '');
  const extension = Object.entries(receivedMediaTypes).find(([, type]) => type === mimeType)?.[0];
  return /\.[a-z\d]{1,8}$/i.test(name) || extension === undefined ? name : cleanFileName(`${name}.${extension}`);
}

function findReplyTo({ replyTo }: Email, { address: from }: MailAddress): string {
  const address = listAddresses(replyTo).find((one) => one.address !== '')?.address ?? '';
  return address.toLowerCase() === from.toLowerCase() ? '' : address;
}

/** Returns the Message-IDs of a field with their brackets, which some programs leave out. */
function findMessageIds(field = ''): string[] {
  const bare = /^[^<>\s]{1,500}@[^<>\s]{1,500}$/.exec(field.trim());
  return bare ? [cleanLine(`<${bare[0]}>`)] : (field.match(/<[^<>\s]{1,1000}>/g) ?? []).map(cleanLine);
}

function listAddresses(addresses: readonly (Address | undefined)[] = []): MailAddress[] {
  const all = addresses.flatMap((address) => address?.group ?? address ?? []).slice(0, 100);
  return all.map(({ name, address }) => ({
    name: cleanLine(name).slice(0, 200),
    address: /^[^\s\p{C}]{1,320}$/u.test(address) && address.includes('@') ? address : '',
  }));
}
