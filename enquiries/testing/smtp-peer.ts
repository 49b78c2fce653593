import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface SmtpPeer {
  url: string;
  /** The mails it took, as they came over the wire. */
  readonly taken: Buffer[];
}

/** Decides on a whole mail by calling `take`, at once or later; with a refusal it does not take it. */
type OnMail = (mail: Buffer, take: (refusal?: Error) => void) => void;

/** A real SMTP server on a port of its own, which takes every mail unless the options say otherwise. */
export async function startSmtpPeer({
  onMail = (_mail, take) => take(),
  ...options
}: SMTPServerOptions & { onMail?: OnMail } = {}): Promise<SmtpPeer> {
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

/** A server that does not keep to SMTP but does to each guest what it is told. `left` resolves when the first has gone. */
export async function startTcpPeer(receive: (guest: Socket) => void = () => {}) {
  const left = Promise.withResolvers<void>();
  const guests = new Set<Socket>();
  const server = createServer((guest) => {
    guests.add(guest);
    guest.on('error', () => {});
    guest.on('close', () => left.resolve());
    receive(guest);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const guest of guests) guest.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, left: left.promise };
}

/** Says a line again and again, as long as the guest stays. */
export function dribble(guest: Socket, line: string): void {
  const timer = setInterval(() => guest.write(`${line}\r\n`), 20);
  guest.on('close', () => clearInterval(timer));
}
