import { hash } from 'node:crypto';
import type { Address, Attachment, Email } from 'postal-mime';
import { cleanLine, cleanText } from '../text/clean-text.ts';
import { classifyMail } from './classify-mail.ts';
import { cleanFileName, fileKinds, getFileType, maxFilesSize } from './file-kinds.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { MimeParser } from './mime-parser.ts';
import type { MailAddress, RawMail, ReceivedFile, ReceivedMail } from './received-mail.ts';

const maxTextLength = 100_000;
const maxHtmlLength = 1_000_000;
const maxFiles = 50;

/** Parses a mail. Never rejects: of one that cannot be read, the result has what the header says, as far as that can. */
export async function parseMail(raw: RawMail): Promise<ReceivedMail> {
  const start = Buffer.from(raw.source.subarray(0, 65_536)).toString('latin1');
  const header = raw.source.subarray(0, /\r?\n\r?\n/.exec(start)?.index ?? start.length);
  for (const source of [raw.source, header])
    try {
      return readMail(await new MimeParser().parse(source), raw, source === raw.source);
    } catch {
      // The next attempt reads less of it.
    }
  return readMail({ headers: [], headerLines: [], attachments: [] }, raw, false);
}

function readMail(email: Email, raw: RawMail, isReadable: boolean): ReceivedMail {
  const messageId = findMessageIds(email.messageId)[0] ?? '';
  const newestFirst = [...findMessageIds(email.inReplyTo), ...findMessageIds(email.references).toReversed()];
  const references = [...new Set(newestFirst)].slice(0, 50);
  const senders = listAddresses([email.from, email.sender, ...(email.replyTo ?? [])]);
  const from = senders.find(({ address }) => address !== '') ?? { name: senders[0]?.name ?? '', address: '' };
  const subject = cleanLine(email.subject ?? '').slice(0, 500);
  const text = isReadable ? readText(email, raw) : 'This mail cannot be read here; it stays in the mailbox.';
  const { kind, bounce } = classifyMail(email, text, references);
  const time = Date.parse(email.date ?? '');
  const isPlausible = time >= Date.UTC(2000) && time <= raw.receivedAt.getTime() + 86_400_000;
  // What is known of a mail that cannot be read may be the same for two.
  const content = isReadable && from.address !== '' ? text : Buffer.from(raw.source).toString('latin1', 0, 65_536);
  return {
    hash: hash('sha256', JSON.stringify([messageId, email.date, from, subject, content]), 'base64url'),
    messageId,
    references,
    from,
    replyTo: listAddresses(email.replyTo).flatMap(({ address }) => address || []),
    recipients: listAddresses([...(email.to ?? []), ...(email.cc ?? [])]).flatMap(({ address }) => address || []),
    subject,
    sentAt: isPlausible ? new Date(time) : raw.receivedAt,
    receivedAt: raw.receivedAt,
    text,
    kind,
    bounce,
    files: bounce ? [] : readFiles(email.attachments, raw),
  };
}

function readText(email: Email, { isCut }: RawMail): string {
  const html = email.html?.replaceAll(/(["'])data:[^"']*\1/g, '') ?? '';
  const text = email.text?.trim() ? email.text : convertHtmlToText(html.slice(0, maxHtmlLength));
  const isLong = isCut || text.length > maxTextLength || html.length > maxHtmlLength;
  const filesLeft = email.attachments.length - maxFiles;
  const notes = [
    ...(isLong ? ['The rest of this mail stays in the mailbox.'] : []),
    ...(filesLeft > 0 ? [`Files that are not listed, and stay in the mailbox: ${filesLeft}.`] : []),
  ];
  return cleanText([text.slice(0, maxTextLength).trim(), ...notes].join('\n\n'));
}

function readFiles(attachments: readonly Attachment[], { isCut, source, size }: RawMail): ReceivedFile[] {
  let sizeLeft = maxFilesSize;
  return attachments.slice(0, maxFiles).map((attachment) => {
    const body = new Uint8Array(attachment.content as ArrayBuffer);
    const name = nameFile(attachment);
    const type = getFileType(name);
    // The end of a mail that was cut is missing from its last part: base64 of about this size.
    const missing = isCut && attachment === attachments.at(-1) ? Math.ceil((size - source.length) * 0.75) : 0;
    const isTaken = type !== undefined && missing === 0 && body.length <= sizeLeft;
    if (isTaken) sizeLeft -= body.length;
    return {
      name,
      type: type ?? cleanLine(attachment.mimeType).slice(0, 100),
      size: body.length + missing,
      body: isTaken ? body : null,
    };
  });
}

/** Returns the name that a part has or, if it has none or one without an extension, gets by its type. */
function nameFile({ filename, mimeType }: Attachment): string {
  const name = cleanFileName(filename ?? '');
  const types = { ...fileKinds, eml: 'message/rfc822', ics: 'text/calendar' };
  const extension = Object.entries(types).find(([, type]) => type === mimeType)?.[0];
  return /\.[a-z\d]{1,8}$/i.test(name) || extension === undefined ? name : cleanFileName(`${name}.${extension}`);
}

/** Returns the Message-IDs of a field with their brackets, which some programs leave out. */
function findMessageIds(field = ''): string[] {
  const bare = /^[^<>\s]{1,500}@[^<>\s]{1,500}$/.exec(field.trim());
  return bare ? [cleanLine(`<${bare[0]}>`)] : (field.match(/<[^<>\s]{1,1000}>/g) ?? []).map(cleanLine);
}

function listAddresses(addresses: readonly (Address | undefined)[] = []): MailAddress[] {
  const all = addresses.flatMap((address) => address?.group ?? address ?? []).slice(0, 100);
  return all.map(({ name, address = '' }) => ({
    name: cleanLine(name).slice(0, 200),
    address: /^[^\s\p{C}]{1,320}$/u.test(address) && address.includes('@') ? address : '',
  }));
}
