import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContactSettings } from '../../enquiries/contact-settings.ts';
import { apiHeaders } from './api-headers.ts';
import { contactRecord } from './contact-record.ts';
import { originHeaders } from './cors.ts';
import { matchesEntityTag } from './entity-tag.ts';
import { flatHeaders } from './flat-headers.ts';

/**
 * For how long an answer is given without another look into the database, in milliseconds. Visitors ask for it on their first
 * page; what changes it is a process of its own, maybe on another machine, and tells nobody.
 */
const freshFor = 1000;

/** The answers to GET and HEAD, made once for all who ask until the record has to be read again. */
export interface ContactAnswers {
  isFresh(): boolean;
  /** Reads the record. Who asks meanwhile gets the same reading. Rejects where the settings cannot be read. */
  renew(): Promise<void>;
  /** Sends the record as it was read last: 200, or 304 to who has it. Throws before it was read. */
  send(request: IncomingMessage, response: ServerResponse, requestId?: string): void;
}

export function createContactAnswers(
  settings: Pick<ContactSettings, 'overrides'>,
  origins: ReadonlySet<string>,
): ContactAnswers {
  let prepared: PreparedRecord | undefined;
  let freshUntil = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const begun = performance.now();
    prepared = prepare(JSON.stringify(contactRecord(await settings.overrides())), origins);
    freshUntil = begun + freshFor;
  }

  return {
    isFresh: () => performance.now() < freshUntil,
    renew: () => (reading ??= read().finally(() => (reading = undefined))),
    send(request, response, requestId = randomUUID()) {
      if (prepared === undefined) throw new Error('The contact record was not read yet');
      const { origin = '', 'if-none-match': known } = request.headers;
      const { found, notModified } = prepared.byOrigin.get(origin) ?? prepared.forOthers;
      if (known !== undefined && matchesEntityTag(known, prepared.etag)) {
        response.writeHead(304, [...notModified, 'x-request-id', requestId]).end();
        return;
      }
      response.writeHead(200, [...found, 'x-request-id', requestId]);
      response.end(request.method === 'HEAD' ? undefined : prepared.body);
    },
  };
}

interface PreparedRecord {
  body: string;
  etag: string;
  /** Each origin that may read the answer is told so. */
  byOrigin: ReadonlyMap<string, PreparedHeaders>;
  forOthers: PreparedHeaders;
}

interface PreparedHeaders {
  found: readonly string[];
  notModified: readonly string[];
}

function prepare(body: string, origins: ReadonlySet<string>): PreparedRecord {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headersFor = (origin?: string): PreparedHeaders => {
    const shared = { ...apiHeaders, ...originHeaders(origin, origins), 'cache-control': 'no-cache', etag };
    const ofBody = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': `${Buffer.byteLength(body)}`,
    };
    return { found: flatHeaders({ ...shared, ...ofBody }), notModified: flatHeaders(shared) };
  };
  return {
    body,
    etag,
    byOrigin: new Map([...origins].map((origin) => [origin, headersFor(origin)])),
    forOthers: headersFor(),
  };
}
