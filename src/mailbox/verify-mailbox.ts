import { connectToMailbox, type MailboxSettings } from './imap-mailbox.ts';
import { createAccessTokenSource } from './oauth-token.ts';

/** Opens a mailbox as the reader does, within two minutes. Rejects with a reason in one line, without the secrets. */
export async function verifyMailbox({ url, oauth }: MailboxSettings): Promise<{ isEncrypted: boolean }> {
  const signal = AbortSignal.timeout(120_000);
  const token = await (oauth && createAccessTokenSource(oauth)(false));
  return connectToMailbox(url, { token, signal }, ({ isEncrypted, openSession }) =>
    openSession().then(() => ({ isEncrypted })),
  );
}
