import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cleanLine, removeControlCharacters } from '../../text/clean-text.ts';

/** Maximum bytes of a form: ten times the longest note, and more than all checkboxes of a list. */
export const formBodyLimit = 64 * 1024;

const maxFields = 500;

/** Registers the parser of URL-encoded forms on `app`: 413 for more than 500 fields. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const tooMany = Object.assign(new Error('Too many fields'), { statusCode: 413 });
    if (String(body).split('&', maxFields + 1).length > maxFields) done(tooMany);
    else done(null, cleanFields(new URLSearchParams(String(body))));
  });
}

/** Registers the parser of JSON on `app`. */
export function acceptJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

/** Returns the values of a form by field name. */
export function groupFieldValues(form: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
}

/** Returns the parsed form of a request; empty if it has none. */
export function getForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns true if a form is replayed after signing in again: show it, save nothing. */
export function isReplayedForm(form: URLSearchParams): boolean {
  return form.get('resumed') === 'yes';
}

/** Returns a text on one line, cut to `maxLength` UTF-16 code units. */
export function toOneLine(text: string | null, maxLength: number): string {
  return cleanLine(text ?? '')
    .slice(0, maxLength)
    .toWellFormed();
}

/** Returns the fields without control characters: nobody types them, and PostgreSQL refuses NUL. */
function cleanFields(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].map(([name, value]) => [name, removeControlCharacters(value)]));
}
