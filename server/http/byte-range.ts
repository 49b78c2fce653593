import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Content } from './prepared-files.ts';

/**
 * Answers a request for one range of a file: 206 with that part, or 416 where it has none of it. False, and nothing is
 * answered, where the whole file is to be sent: without a Range header, with one that names several ranges or makes no sense,
 * and where If-Range names another version (RFC 9110, 13.1.5 and 14.2).
 */
export function answerRange(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, headers, body }: Content & { etag: string },
): boolean {
  const { range, 'if-range': onlyOf } = request.headers;
  if (range === undefined || request.method !== 'GET') return false;
  if (onlyOf !== undefined && onlyOf !== etag) return false;
  const asked = parseByteRange(range, body.length);
  if (asked === undefined) return false;
  if (asked === 'unsatisfiable') {
    const refusal = { 'content-range': `bytes */${body.length}`, 'cache-control': 'no-store', 'content-length': 0 };
    response.writeHead(416, { ...refusal, 'x-content-type-options': 'nosniff' }).end();
    return true;
  }
  const part = body.subarray(asked.first, asked.last + 1);
  const ofPart = {
    'content-range': `bytes ${asked.first}-${asked.last}/${body.length}`,
    'content-length': part.length,
  };
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  response.writeHead(206, ofPart).end(part);
  return true;
}

/** The first and the last byte, both included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header of one range: `bytes=0-99`, `bytes=100-`, `bytes=-100` (the last hundred). `unsatisfiable` where none
 * of it is in a file of `size` bytes; undefined where the header is to be ignored.
 */
export function parseByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Infinity : Number(to);
  if (last < first) return undefined;
  return first < size ? { first, last: Math.min(last, size - 1) } : 'unsatisfiable';
}
