import { fields } from '../enquiries/testing/samples.ts';
import { contactContentPath } from '../server/contact-content.ts';
import { alivePath, readyPath } from '../server/health.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A route by what visitors ask of it, and what strangers may send instead: all that differs, by a name for each. */
export interface Route {
  name: string;
  /** What one request may cost, in milliseconds: up to twice the most that was measured on a busy machine. */
  limit: number;
  ordinary: Sent;
  worst: Readonly<Record<string, Partial<Sent>>>;
}

/** The address and the headers may have 16 KiB together. */
const mostOfHeaders = 15_500;
const mostOfBody = 64 * 1024 - 500;

/** A text, repeated as often as it fits. */
const filling = (length: number, text: string): string => text.repeat(Math.floor(length / text.length));

const header = (name: string, text: string, length = mostOfHeaders) => ({ headers: { [name]: filling(length, text) } });

const anyRequest: Route['worst'] = {
  '100 headers': { headers: Object.fromEntries(Array.from({ length: 95 }, (_, n) => [`x-${n}`, filling(150, 'x')])) },
  'endless X-Forwarded-For': header('x-forwarded-for', '192.0.2.1,'),
  'endless X-Forwarded-Host': header('x-forwarded-host', 'a.b,'),
  'X-Forwarded-Host, as long as is read': header('x-forwarded-host', 'a.b,', 1000),
  'endless Origin': header('origin', 'http://@'),
  'endless Content-Type': header('content-type', 'a/b;c=d;'),
};

const fromMemory: Route['worst'] = {
  ...anyRequest,
  'endless Accept-Encoding': header('accept-encoding', '*,'),
  'Accept-Encoding, as long as is read': header('accept-encoding', '*,', 300),
  'endless If-None-Match': header('if-none-match', ','),
  'If-None-Match, as long as is read': header('if-none-match', ',', 1000),
};

/** @param start of the address */
const longPaths = (start: string): Route['worst'] => ({
  'a long address': { path: start + filling(mostOfHeaders, 'a') },
  'an address of many parts': { path: start + filling(mostOfHeaders, 'a/') },
  'an address of slashes': { path: start + filling(mostOfHeaders, '/') },
  'an address of @': { path: start + filling(mostOfHeaders, '%40@') },
  'an encoded address': { path: start + filling(mostOfHeaders, '%C3%BC') },
  'an address that cannot be decoded': { path: start + filling(mostOfHeaders, '%zz') },
  'an address of line breaks': { path: start + filling(mostOfHeaders, '%0a') },
  'a long query': { path: `${start}?${filling(mostOfHeaders, '&a=%40')}` },
});

const get = (path: string): Sent => ({ method: 'GET', path, headers: { 'accept-encoding': 'gzip, br' }, body: '' });

const post = (path: string, type: string, body: string): Sent => ({
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body,
});

const numbered = (length: number, text: (n: number) => string, joint: string): string => {
  const parts = Array.from({ length }, (_, n) => text(n)).join(joint);
  return parts.slice(0, parts.lastIndexOf(joint, mostOfBody));
};

const enquiry = (changes: object): Partial<Sent> => ({ body: JSON.stringify({ ...fields, ...changes }) });

const jsonBodies: Route['worst'] = {
  'thousands of fields': { body: `{${numbered(20_000, (n) => `"${n}":""`, ',')}}` },
  'deep arrays': { body: filling(mostOfBody / 2, '[') + filling(mostOfBody / 2, ']') },
  'many objects': { body: `{"a":[${filling(mostOfBody - 10, '{},')}{}]}` },
  'hidden __proto__': { body: `{"a":[${filling(mostOfBody - 40, '{},')}{"__proto__":1}]}` },
  'no JSON in the end': { body: `[${filling(mostOfBody, '1,')}` },
  'a long message': enquiry({ message: filling(mostOfBody / 2, '\r\n') }),
  'a message of nothing to see': enquiry({ message: filling(mostOfBody / 3, '\u200B') }),
  'a long name': enquiry({ name: filling(mostOfBody / 3, '\u200B') }),
  'a long email': enquiry({ email: filling(mostOfBody, 'a@') }),
  'too long a body': enquiry({ message: filling(mostOfBody * 2, 'a') }),
  'a long Idempotency-Key': header('idempotency-key', 'a'),
};

const formBodies: Route['worst'] = {
  'thousands of fields': { body: numbered(20_000, (n) => `${n}=`, '&') },
  'thousands of equal fields': { body: filling(mostOfBody, 'a&') },
  '20 long fields': { body: Array.from({ length: 20 }, (_, n) => `f${n}=${filling(3000, '"')}`).join('&') },
  'a long message to escape': { body: `message=${filling(mostOfBody, '<')}` },
  'an encoded message': { body: `message=${filling(mostOfBody, '%22')}` },
  'a message that cannot be decoded': { body: `message=${filling(mostOfBody, '%zz')}` },
  'a message of line breaks': { body: `message=${filling(mostOfBody, '%0D%0A')}` },
  'a long name of a field': { body: `${filling(mostOfBody, 'a')}=` },
  'a long name': { body: `name=${filling(mostOfBody, '%E2%80%8B')}` },
  'a long email': { body: `email=${filling(mostOfBody, 'a@')}` },
  'too long a body': { body: `message=${filling(mostOfBody * 2, 'a')}` },
  'a long query': { path: `/contact?${filling(mostOfHeaders, '&a=%40')}` },
};

/** @param asset the address of a file */
export const routesWith = (asset: string): readonly Route[] => [
  {
    name: 'page',
    limit: 1.5,
    ordinary: get('/'),
    worst: { ...fromMemory, 'a long query': { path: `/?${filling(mostOfHeaders, '@')}` } },
  },
  { name: 'file', limit: 1.5, ordinary: get(asset), worst: fromMemory },
  { name: 'unknown address', limit: 1.5, ordinary: get('/nope'), worst: { ...fromMemory, ...longPaths('/n') } },
  {
    name: 'unknown address of the API',
    limit: 1.5,
    ordinary: get('/api/nope'),
    worst: { ...anyRequest, ...longPaths('/api/') },
  },
  {
    name: 'form, by script',
    limit: 15,
    ordinary: post(sendContactEmailPath, 'application/json', JSON.stringify(fields)),
    worst: { ...anyRequest, ...jsonBodies },
  },
  {
    // Rendered, with all that was typed.
    name: 'form, without scripts',
    limit: 30,
    ordinary: post('/contact', 'application/x-www-form-urlencoded', `${new URLSearchParams({ ...fields })}`),
    worst: { ...anyRequest, ...formBodies },
  },
  {
    name: 'contact record',
    limit: 1.5,
    ordinary: get(contactContentPath),
    worst: { ...fromMemory, ...longPaths(contactContentPath) },
  },
  {
    name: 'authentication',
    limit: 4,
    ordinary: post('/auth/v1/token', 'application/json', '{}'),
    worst: { ...anyRequest, ...longPaths('/auth/v1/'), 'a long body': { body: filling(mostOfBody, 'a') } },
  },
  { name: 'health', limit: 1.5, ordinary: get(alivePath), worst: anyRequest },
  { name: 'readiness', limit: 1.5, ordinary: get(readyPath), worst: anyRequest },
];
