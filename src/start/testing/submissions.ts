import { expect } from 'vitest';
import { sampleFields } from '../../enquiries/testing/samples.ts';
import { sendContactEmailPath } from '../../server/send-contact-email.ts';

type Site = { url: string };

/** Calls the API as the form does. A string is sent as it is, anything else as JSON. */
export function submitJson(
  { url }: Site,
  body: unknown = sampleFields,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url + sendContactEmailPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

/** Submits the form as a browser without JavaScript does. */
export function submitForm({ url }: Site, body = { ...sampleFields }, headers: Record<string, string> = {}) {
  return fetch(`${url}/contact`, { method: 'POST', headers, body: new URLSearchParams(body) });
}

/** Resolves to the error of a response that contains nothing else, and the headers that every error has. */
export async function expectApiError(
  response: Response,
): Promise<{ code: string; message: string; fields?: Record<string, string> }> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { error, ...rest } = (await response.json()) as { error: { code: string; message: string; requestId: string } };
  expect(rest).toEqual({});
  const { requestId, ...publicError } = error;
  expect(requestId).toBe(response.headers.get('x-request-id'));
  return publicError;
}
