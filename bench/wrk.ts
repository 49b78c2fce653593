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

export interface LoadResult {
  /** How many were answered. */
  requests: number;
  perSecond: number;
  /** From a request to the end of its answer, in milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Sends each next request of a connection after the answer to the one before. One thread: the server needs the other processor.
 * Throws if anything is answered with another status, a connection breaks, or an answer takes ten seconds.
 */
export async function runWrk({ url, headers = {}, status, connections, seconds, unique }: Load): Promise<LoadResult> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'];
  for (const [name, value] of Object.entries(headers)) options.push('--header', `${name}: ${value}`);
  options.push('--script', join(import.meta.dirname, 'load.lua'), url, '--', `${status}`);
  if (unique !== undefined) options.push(unique);
  const { stdout } = await promisify(execFile)('wrk', options);
  const result = JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Record<string, number>;
  const { requests = 0, microseconds = NaN, p50 = NaN, p99 = NaN, unexpected, sockets } = result;
  if (requests === 0 || unexpected !== 0 || sockets !== 0)
    throw new Error(`${url}: ${requests} answers, ${unexpected} not ${status}, ${sockets} errors of connections`);
  return { requests, perSecond: (requests / microseconds) * 1e6, p50: p50 / 1000, p99: p99 / 1000 };
}
