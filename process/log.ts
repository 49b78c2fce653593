import { pino, type DestinationStream, type LevelWithSilent, type Logger, type LoggerOptions } from 'pino';
import { redactError } from './redact-error.ts';
import { openStandardOutput } from './standard-output.ts';

export type Log = Logger;

/**
 * Creates a logger of JSON lines on standard output. Callers never pass it names, e-mail addresses, messages or client
 * addresses; redaction is the second line of defence.
 * @param refusalsPerSecond lines with a `status` of 400 to 499 written per second; more are counted in one line
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream = openStandardOutput(),
  refusalsPerSecond = 20,
): Log {
  const isWritten = sampleRefusals(refusalsPerSecond, (refused) => log.info({ refused }, 'more requests were refused'));
  const options: LoggerOptions = {
    level,
    base: {},
    redact: { paths: [...carriers, ...personal, ...secret], censor: '[redacted]' },
    serializers: { err: redactError, req: loggableRequest },
    hooks: {
      streamWrite: escapeInvisible,
      logMethod(parts, write) {
        if (isWritten(parts[0])) write.apply(this, parts);
      },
    },
  };
  const log = pino(options, destination);
  return log;
}

// Objects with personal data or secrets are redacted as a whole.
const carriers = ['enquiry', 'mail', 'body', 'headers', 'config'];

// `name` and `message` at the top level are ours: an error's name, the words of a line.
const personal = ['email', 'replyTo', 'ip', 'remoteAddress'];
const secret = ['authorization', 'cookie', 'apikey', 'password', 'smtpUrl'];

/**
 * Returns a function that returns false for a line about a refused request (`status` 400 to 499) after `perSecond`
 * others within a second. `tell` gets the skipped ones by status once the second is over.
 */
function sampleRefusals(
  perSecond: number,
  tell: (more: Readonly<Record<string, number>>) => void,
): (line: unknown) => boolean {
  let written = 0;
  let more: Record<string, number> = {};
  function startAgain(): void {
    if (Object.keys(more).length > 0) tell(more);
    written = 0;
    more = {};
  }
  return (line) => {
    const status = typeof line === 'object' && line !== null && 'status' in line ? Number(line.status) : 0;
    if (status < 400 || status > 499) return true;
    if (written === 0) setTimeout(startAgain, 1000).unref();
    if (written < perSecond) {
      written += 1;
      return true;
    }
    more[status] = (more[status] ?? 0) + 1;
    return false;
  };
}

/** Fastify's own way to log a request tells the client's address and the query. */
function loggableRequest(request: unknown): object {
  const { method, url } = Object(request) as { method?: unknown; url?: unknown };
  return {
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof url === 'string' ? { path: redactPath(url) } : {}),
  };
}

/**
 * JSON lets characters stand as they are that end a line or act on a terminal elsewhere (U+0085, U+009B, U+2028, changes of
 * the writing direction). Here they become escapes, which mean the same to who reads the JSON.
 */
function escapeInvisible(line: string): string {
  // Nearly every line, in a fifth of the time.
  if (/^[\x20-\x7E]*\n?$/.test(line)) return line;
  return line.replaceAll(/(?!\n$)[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(''),
  );
}

function escapeOf(codeUnit: number): string {
  return `\\u${codeUnit.toString(16).padStart(4, '0')}`;
}

/** Returns a URL's path for the log: no query, no e-mail address, no control characters, 200 characters at most. */
export function redactPath(url: string): string {
  const [path = ''] = url.slice(0, 1000).split('?', 1);
  return path
    .split('/')
    .map((segment) => (/@|%40/.test(segment) ? '[address]' : segment))
    .join('/')
    .slice(0, 200)
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
}
