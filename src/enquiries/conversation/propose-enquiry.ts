import { findForwardedMail } from '../../mailbox/quoted-text.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { isEmailAddress, type EnquiryFields } from '../enquiry.ts';
import { listFiles, readFiles } from '../files.ts';
import type { StoredMessage } from '../model.ts';
import { loadOwnMailIdentity } from './receive-mail.ts';

/**
 * Resolves to the enquiry that a mail tells of. Of what a colleague forwards, in the text or attached, it is that of its
 * sender. Anybody can write such a block, so a person confirms it (`isToConfirm`), as if nobody could be answered.
 */
export async function proposeEnquiry(
  dependencies: Dependencies,
  mail: StoredMessage,
): Promise<{ fields: EnquiryFields; isToConfirm: boolean }> {
  const forwarded = await findForwarded(dependencies, mail);
  const { from, text } = forwarded ?? { from: { name: mail.byName, address: mail.by }, text: mail.text };
  const subject = mail.subject.replace(/^(?:(?:fwd?|wg|tr|rv|pd|enc|vb|vs):\s*)+/i, '') || 'Without a subject';
  const fields = { name: from.name || from.address, email: from.address, company: '', subject, message: text };
  return { fields, isToConfirm: forwarded !== null || !isEmailAddress(from.address) };
}

async function findForwarded(dependencies: Dependencies, { id, by, at, text }: StoredMessage) {
  const { office } = await loadOwnMailIdentity(dependencies);
  if (!office.has(by.toLowerCase())) return null;
  const files = await listFiles(dependencies, [id]);
  const attached = files.find(({ type, isKept }) => isKept && type === 'message/rfc822');
  const [file] = attached === undefined ? [] : await readFiles(dependencies, { id: attached.id });
  const raw = file && { uid: 0, source: file.body, isCut: false, size: file.body.length, receivedAt: at };
  // A file that cannot be read is no mail.
  const parsed = raw && (await dependencies.parseMail(raw, dependencies.target.officeHours.timeZone).catch(() => null));
  const found: { from: MailAddress; text: string } | null = parsed ?? findForwardedMail(text);
  const address = found?.from.address ?? '';
  return isEmailAddress(address) && !office.has(address.toLowerCase()) ? found : null;
}
