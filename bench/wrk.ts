import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Load {
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** That every answer is to have. */
  status: number;
  connections: number;
  seconds: number;
  /** Posts enquiries that begin with this, each another, instead of getting the same again and again. */
  unique?: string;
}

/**
 * Sends each next request of a connection after the answer to the one before. One thread: the server needs the other processor.
 * Throws if anything is answered with another status, a connection breaks, or an answer takes ten seconds.
 */
export async function runWrk({ url, headers = {}, status, connections, seconds, unique = '' }: Load) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  for (const [name, value] of Object.entries(headers)) options.push('--header', `${name}: ${value}`);
  options.push('--script', join(import.meta.dirname, 'load.lua'), url, '--', `${status}`, unique);
  const { stdout } = await promisify(execFile)('wrk', options);
  const {
    requests = 0,
    microseconds = NaN,
    faults,
  } = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Record<string, number>;
  if (requests === 0 || faults !== 0) throw new Error(`${url}: ${requests} answers, ${faults} faults or not ${status}`);
  return { requests, perSecond: (requests / microseconds) * 1e6 };
}
