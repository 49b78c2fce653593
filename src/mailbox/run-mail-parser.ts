import { execFile, type ExecFileException } from 'node:child_process';
import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { RawMail, ReceivedMail } from './received-mail.ts';

/** Text in the place of a mail that cannot be read. */
export const unreadableMailText = 'This mail cannot be read here; it stays in the mailbox.';

/** What parsing a mail may take. The bytes of the mail come to its heap, which has objects alone. */
const defaultLimits = { milliseconds: 20_000, heapMegabytes: 128 };

/**
 * Parses a mail in a process of its own, which ends with it. Of a mail that fails, or exceeds a limit, the result has
 * what its header says, and `unreadableMailText`. Rejects if the parser cannot run at all: the mail can be tried again.
 */
export async function runMailParser(raw: RawMail, timeZone: string, limits = defaultLimits): Promise<ReceivedMail> {
  const parse = (source: Uint8Array, within = defaultLimits) => runParser([{ ...raw, source }, timeZone], within);
  const mail = await parse(raw.source, limits);
  if (mail !== undefined) return mail;
  const header = await parse(findHeader(raw.source));
  const known = header ?? (await parse(new Uint8Array()));
  if (known === undefined) throw new Error('the parser of mails fails, even for an empty mail');
  return { ...known, hash: hash('sha256', raw.source, 'base64url'), text: unreadableMailText, files: [] };
}

/** Resolves to undefined if the parser fails for this mail. */
function runParser(
  input: [RawMail, string],
  { milliseconds, heapMegabytes }: typeof defaultLimits,
): Promise<ReceivedMail | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail | undefined>();
  // Of the same kind as this file: a script of the build, or a source.
  const program = import.meta.filename.replace('run-mail-parser', 'mail-parser');
  const parameters = [`--max-old-space-size=${heapMegabytes}`, program];
  const limits = { timeout: milliseconds, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 ** 2 } as const;
  const child = execFile(process.execPath, parameters, { encoding: 'buffer', env: {}, ...limits }, (error, output) => {
    process.off('exit', end);
    if (error === null) resolve(deserialize(output) as ReceivedMail);
    else if (isSystemFault(error)) reject(error);
    else resolve(undefined);
  });
  const end = () => child.kill('SIGKILL');
  process.on('exit', end);
  // A process that ends early does not take all of it.
  child.stdin?.on('error', () => {}).end(serialize(input));
  return promise;
}

/** Returns true if no process can be started, or this one is being ended with all that it started. */
function isSystemFault({ syscall, signal }: ExecFileException): boolean {
  return syscall !== undefined || ['SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal ?? '');
}

/** Returns the lines to the first blank one, 64 KB at most. */
function findHeader(source: Uint8Array): Uint8Array {
  const start = Buffer.from(source.subarray(0, 65_536)).toString('latin1');
  const header = source.subarray(0, /\r?\n\r?\n/.exec(start)?.index ?? start.length);
  return Buffer.concat([header, Buffer.from('\n\n')]);
}
