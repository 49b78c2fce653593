import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanLine, dropControlCharacters } from '../../text/clean-text.ts';

/** Maximum bytes of a form: ten times the longest note, and more than all checkboxes of a list. */
export const bodyLimit = 64 * 1024;

const mostFields = 500;

/** Makes the routes of `app` accept URL-encoded forms only. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const tooMany = Object.assign(new Error('Too many fields'), { statusCode: 413 });
    if (String(body).split('&', mostFields + 1).length > mostFields) done(tooMany);
    else done(null, cleanFields(new URLSearchParams(String(body))));
  });
}

/** Makes the routes of `app` accept JSON only. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

/** Returns all values of a form by field name. */
export function listFields(form: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
}

/** Returns the parsed form of a request; empty if it has none. */
export function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns a text on one line, cut to `longest` UTF-16 code units. */
export function toOneLine(text: string | null, longest: number): string {
  return cleanLine(text ?? '')
    .slice(0, longest)
    .toWellFormed();
}

/** Returns the fields without control characters: nobody types them, and PostgreSQL refuses NUL. */
function cleanFields(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].map(([name, value]) => [name, dropControlCharacters(value)]));
}
