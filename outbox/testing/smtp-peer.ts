import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Decides on a whole mail by calling `take`, at once or later; with a refusal it does not take it. */
type OnMail = (mail: Buffer, take: (refusal?: Error) => void) => void;

/** A real SMTP server on a port of its own, which takes every mail unless the options say otherwise. `taken`: as they came over the wire. */
export async function startSmtpPeer({
  onMail = (_mail, take) => take(),
  ...options
}: SMTPServerOptions & { onMail?: OnMail } = {}) {
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const mail = Buffer.concat(parts);
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

/** A refusal with an SMTP reply code, as smtp-server's handlers give it. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
