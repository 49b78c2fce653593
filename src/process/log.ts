import { pino, type DestinationStream, type LevelWithSilent, type Logger, type LoggerOptions } from 'pino';
import { redactError } from './redact-error.ts';
import { getStandardOutput } from './standard-output.ts';

export type Log = Logger;

/**
 * Creates a logger of JSON lines. Callers never pass it names, e-mail addresses, messages or client addresses;
 * redaction is the second line of defence. Beyond `refusalsPerSecond`, refused requests (`status` 400 to 499) are
 * counted in one line.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream = getStandardOutput(),
  refusalsPerSecond = 20,
): Log {
  const shouldWrite = sampleRefusals(refusalsPerSecond, (refused) =>
    log.info({ refused }, 'more requests were refused'),
  );
  const options: LoggerOptions = {
    level,
    base: {},
    redact: { paths: [...redactedObjects, ...personalProperties, ...secretProperties], censor: '[redacted]' },
    serializers: { err: redactError, req: redactRequest },
    hooks: {
      streamWrite: escapeInvisibleCharacters,
      logMethod(args, write) {
        if (shouldWrite(args[0])) write.apply(this, args);
      },
    },
  };
  const log = pino(options, destination);
  return log;
}

// Objects with personal data or secrets are redacted as a whole.
const redactedObjects = ['enquiry', 'mail', 'body', 'headers', 'config', 'mailbox'];

// `name` and `message` at the top level are ours: an error's name, the text of a line.
const personalProperties = ['email', 'replyTo', 'ip', 'remoteAddress'];
const secretProperties = ['authorization', 'cookie', 'apikey', 'password', 'smtpUrl'];

/** Returns a test of lines: false for a refused request (`status` 400 to 499) after `perSecond` others in a second. */
function sampleRefusals(
  perSecond: number,
  reportSkipped: (skippedByStatus: Readonly<Record<string, number>>) => void,
): (line: unknown) => boolean {
  let writtenCount = 0;
  let skippedByStatus: Record<string, number> = {};
  function startNextSecond(): void {
    if (Object.keys(skippedByStatus).length > 0) reportSkipped(skippedByStatus);
    writtenCount = 0;
    skippedByStatus = {};
  }
  return (line) => {
    const status = typeof line === 'object' && line !== null && 'status' in line ? Number(line.status) : 0;
    if (status < 400 || status > 499) return true;
    if (writtenCount === 0) setTimeout(startNextSecond, 1000).unref();
    if (writtenCount < perSecond) {
      writtenCount += 1;
      return true;
    }
    skippedByStatus[status] = (skippedByStatus[status] ?? 0) + 1;
    return false;
  };
}

/** Fastify's serializer would log the client's address and the query. */
function redactRequest(request: unknown): object {
  const { method, url } = Object(request) as { method?: unknown; url?: unknown };
  return {
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof url === 'string' ? { path: redactPath(url) } : {}),
  };
}

/**
 * Escapes characters that JSON permits but that end a line or control a terminal (U+0085, U+009B, U+2028, changes of
 * the writing direction). A JSON parser reads the same text.
 */
function escapeInvisibleCharacters(line: string): string {
  // Checks the common case first: five times faster.
  if (/^[\x20-\x7E]*\n?$/.test(line)) return line;
  return line.replaceAll(/(?!\n$)[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeCodeUnit(character.charCodeAt(at))).join(''),
  );
}

function escapeCodeUnit(codeUnit: number): string {
  return `\\u${codeUnit.toString(16).padStart(4, '0')}`;
}

/** Returns a URL's path for the log, in 200 characters: no query, draft token, address or control character. */
export function redactPath(url: string): string {
  const [path = ''] = url.slice(0, 1000).split('?', 1);
  return path
    .replace(/^\/+draft\/.*/is, '/draft/[token]')
    .split('/')
    .map((segment) => (/@|%40/.test(segment) ? '[address]' : segment))
    .join('/')
    .slice(0, 200)
    .replaceAll(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
}
