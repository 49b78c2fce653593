import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/**
 * JSON lines on standard output. Names, e-mail addresses, messages and client addresses are never handed to it; the
 * redaction below is the second line of defence, should a whole request, mail or enquiry be logged by mistake.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Log {
  const options = { level, base: {}, redact: { paths: redacted, censor: '[redacted]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const personal = ['name', 'email', 'company', 'subject', 'message', 'replyTo', 'text', 'html', 'ip', 'remoteAddress'];
const secret = ['authorization', 'cookie', 'apikey', 'password', 'smtpUrl'];
const carriers = ['enquiry', 'mail', 'body', 'headers', 'req', 'config'];

// `name` and `message` at the top level are ours (error names, log messages), below a carrier they are a visitor's.
const redacted = [
  'email',
  'replyTo',
  'ip',
  'remoteAddress',
  ...secret,
  ...carriers.flatMap((carrier) => [...personal, ...secret].map((key) => `${carrier}.${key}`)),
];

/** A request's path as it may stand in the log: no query, nothing that could act on a terminal, 200 characters at most. */
export function loggablePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.replaceAll(/[\p{C}\u2028\u2029]/gu, '\uFFFD').slice(0, 200);
}
