import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { explainSmtpError, createSmtpOptions, defaultSmtpTimeouts, type SmtpSettings } from './smtp-mailer.ts';

/** Result of the check. `isAuthenticated`: user and password were accepted. `reason`: one line without the password. */
export type SmtpVerification =
  | { ok: true; isEncrypted: boolean; isAuthenticated: boolean }
  | { ok: false; reason: string };

/**
 * Connects to the mail server as a delivery does, with the same demands on encryption, and logs in if the URL has a
 * user and the server allows it. Sends no mail, settles within `timeouts.attempt`, and never rejects.
 */
export async function verifySmtpServer(url: string, settings: SmtpSettings = {}): Promise<SmtpVerification> {
  const { timeouts = defaultSmtpTimeouts } = settings;
  // The transport parses the URL. Its own `verify` reports neither encryption nor login, and cannot be aborted.
  const { options, auth } = new SMTPTransport(createSmtpOptions(url, settings));
  // Close at once: a slow server would keep the process alive.
  const connection = new SMTPConnection({ ...options, socketCloseTimeout: 0 });
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>();
  const seconds = Math.round(timeouts.attempt / 1000);
  const timer = setTimeout(() => reject(new Error(`it did not finish within ${seconds} s`)), timeouts.attempt);
  const settle = (error?: Error | null): void => (error ? reject(error) : resolve());
  connection.once('error', reject);
  connection.once('end', () => reject(new Error('it closed the connection')));
  connection.connect((error) => {
    if (!error && auth && connection.allowsAuth) connection.login(auth, settle);
    else settle(error);
  });
  try {
    await settled;
    // Read before `quit`: the socket is gone once the connection ends.
    const isEncrypted = connection._socket instanceof TLSSocket;
    connection.quit();
    return { ok: true, isEncrypted, isAuthenticated: connection.authenticated };
  } catch (refusal) {
    connection.close();
    return { ok: false, reason: explainSmtpError(refusal, url) };
  } finally {
    clearTimeout(timer);
  }
}
