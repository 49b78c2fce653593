import { fields } from '../enquiries/testing/samples.ts';
import { contactContentPath } from '../server/contact-content.ts';
import { alivePath, readyPath } from '../server/health.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';

export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What visitors ask of a route. `limit` in milliseconds: up to twice the most that was measured on a busy machine. */
type Route = Sent & { limit: number };

/** @param asset the address of a file */
export const routesWith = (asset: string): readonly Route[] => [
  get(1.5, '/'),
  get(1.5, asset),
  get(1.5, '/nope'),
  get(1.5, '/api/nope'),
  get(1.5, contactContentPath),
  get(1.5, alivePath),
  get(1.5, readyPath),
  post(15, sendContactEmailPath, 'application/json', JSON.stringify(fields)),
  // Rendered, with all that was typed.
  post(30, '/contact', 'application/x-www-form-urlencoded', `${new URLSearchParams({ ...fields })}`),
];

function get(limit: number, path: string): Route {
  return { limit, method: 'GET', path, headers: { 'accept-encoding': 'gzip, br' }, body: '' };
}

function post(limit: number, path: string, type: string, body: string): Route {
  return { limit, method: 'POST', path, headers: { 'content-type': type }, body };
}

/** The address and the headers may have 16 KiB together. */
const mostOfHeaders = 15_500;
const mostOfBody = 64 * 1024 - 500;

/** What is dear to whoever reads each header. */
const headers = {
  'x-forwarded-for': '192.0.2.1,',
  'x-forwarded-host': 'a.b,',
  origin: 'http://@',
  'content-type': 'a/b;c=d;',
  'accept-encoding': '*,',
  'if-none-match': ',',
  'idempotency-key': 'a',
};
const inAddresses = ['a', 'a/', '/', '%40@', '%C3%BC', '%zz', '%0a', '&a=%40'];
const inBodies = ['a', 'a@', 'a&', '<', '"', '\r\n', '\u200B', '%22', '%E2%80%8B', '%0D%0A', '%zz', '1,', '[', '{},'];

/** What strangers may send instead: each text, repeated as often as it fits, in each place; by a name for each. */
export function worstOf(ordinary: Sent): Record<string, Sent> {
  const worst: Record<string, Partial<Sent>> = {
    '100 headers': { headers: Object.fromEntries(Array.from({ length: 95 }, (_, n) => [`x-${n}`, filling(150, 'x')])) },
  };
  for (const [name, text] of Object.entries(headers)) {
    // The shorter ones are as long as is read of some.
    for (const length of [mostOfHeaders, 1000, 300])
      worst[`${length} bytes of ${name}`] = { headers: { [name]: filling(length, text) } };
  }
  for (const text of inAddresses) {
    for (const start of [ordinary.path, `${ordinary.path}?`])
      worst[`${start} and many ${text}`] = { path: start + filling(mostOfHeaders, text) };
  }
  if (ordinary.method === 'POST') Object.assign(worst, bodies(ordinary.headers['content-type'] === 'application/json'));
  const whole = ([what, changes]: [string, Partial<Sent>]) =>
    [what, { ...ordinary, ...changes, headers: { ...ordinary.headers, ...changes.headers } }] as const;
  return Object.fromEntries(Object.entries(worst).map(whole));
}

function bodies(isJson: boolean): Record<string, Partial<Sent>> {
  const numbers = Array.from({ length: mostOfBody / 12 }, (_, n) => n);
  const worst: Record<string, string> = isJson
    ? {
        'thousands of fields': `{${numbers.map((n) => `"${n}":""`).join(',')}}`,
        'deep arrays': filling(mostOfBody / 2, '[') + filling(mostOfBody / 2, ']'),
        'hidden __proto__': `{"a":[${filling(mostOfBody - 40, '{},')}{"__proto__":1}]}`,
      }
    : { 'thousands of fields': numbers.map((n) => `${n}=`).join('&') };
  worst['too long a body'] = filling(mostOfBody * 2, 'a');
  for (const text of inBodies) {
    const name = JSON.stringify(text);
    worst[`a body of ${name}`] = filling(mostOfBody, text);
    for (const field of ['name', 'email', 'message']) {
      const typed = filling(mostOfBody / (isJson ? JSON.stringify(text).length / text.length : 1), text);
      worst[`${field} of ${name}`] = isJson ? JSON.stringify({ ...fields, [field]: typed }) : `${field}=${typed}`;
    }
  }
  return Object.fromEntries(Object.entries(worst).map(([what, body]) => [what, { body }]));
}

/** A text, repeated as often as it fits. */
function filling(bytes: number, text: string): string {
  return text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
}
