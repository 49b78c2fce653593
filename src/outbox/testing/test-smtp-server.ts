import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Handles a whole mail: calls `take`, at once or later, with an error to refuse it. */
type OnMail = (mail: Buffer, finish: (refusal?: Error) => void) => void;

/** Starts a real SMTP server on a free port, which accepts all mails by default. `taken` has them raw. */
export async function startTestSmtpServer({
  onMail = (_mail, take) => take(),
  ...options
}: SMTPServerOptions & { onMail?: OnMail } = {}) {
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (part: Buffer) => chunks.push(part));
      stream.on('end', () => {
        const mail = Buffer.concat(chunks);
        onMail(mail, (refusal) => {
          if (refusal === undefined) taken.push(mail);
          done(refusal);
        });
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, taken };
}

/** Answers a step of SMTP with this code. */
export const refuse =
  (code: number, words = 'no') =>
  (_what: unknown, _session: unknown, done: (fault: Error) => void) =>
    done(createSmtpError(code, words));

/** Returns an error with an SMTP reply code for smtp-server's handlers. */
export function createSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
