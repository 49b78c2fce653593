import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanLine, dropControlCharacters } from '../../text/clean-text.ts';

/** Bytes: ten times as much as the longest note, and more than all checkboxes of a list. */
export const bodyLimit = 64 * 1024;

const mostFields = 500;

/** Takes forms, and nothing else, in the routes that are added to `app`. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const tooMany = Object.assign(new Error('Too many fields'), { statusCode: 413 });
    if (String(body).split('&', mostFields + 1).length > mostFields) done(tooMany);
    else done(null, cleanFields(new URLSearchParams(String(body))));
  });
}

/** Takes JSON, and nothing else. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

/** All that a form has, by the names of its fields. */
export function listFields(form: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
}

/** What was sent; nothing where there was no form. */
export function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns a text on one line, of so many UTF-16 code units at most. */
export function toOneLine(text: string | null, longest: number): string {
  return cleanLine(text ?? '')
    .slice(0, longest)
    .toWellFormed();
}

/** Returns the fields without control characters: nobody types them, and PostgreSQL refuses NUL. */
function cleanFields(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].map(([name, value]) => [name, dropControlCharacters(value)]));
}
