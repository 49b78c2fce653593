import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How many connections there are. */
export const clients = 50;

/**
 * Sends each next request of a connection after the answer to the one before. One thread: the server needs the other processor.
 * Throws if an answer is (or, where all are to be refused, is not) of a status from 400, a connection breaks, or it takes ten seconds.
 * @param options what wrk is told beside, with the address
 */
export async function runWrk(options: readonly string[], seconds: number, areRefused = false) {
  const load = ['-t1', `-c${clients}`, `-d${seconds}s`, '--timeout', '10s'];
  const { stdout } = await promisify(execFile)('wrk', [...load, ...options]);
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
  const [requests, refused] = [number(/(\d+) requests in /), number(/Non-2xx or 3xx responses: (\d+)/)];
  if (requests === 0 || refused !== (areRefused ? requests : 0) || stdout.includes('Socket errors'))
    throw new Error(`${options.join(' ')}: ${stdout}`);
  return { requests, perSecond: number(/Requests\/sec:\s*(\S+)/) };
}
