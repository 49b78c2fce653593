import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../core/reference.ts';
import { testPayload, type WebhookPayload } from './webhook.ts';

interface Schema {
  type: string | string[];
  properties?: Record<string, Schema>;
}

const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhook.md'), 'utf8');
const [example, schema] = [...document.matchAll(/```json\n(.*?)```/gs)].map(
  ([, text = '']) => JSON.parse(text) as object,
);
const sent = testPayload('01a1fc16-4fa8-721c-a92d-b68cff562a77', new Date(), 'https://office.example.com');

/** Where a value is not what the schema says; a field that the schema does not know counts. */
function faultsOf(value: unknown, { type, properties }: Schema, path = ''): string[] {
  const isObject = typeof value === 'object' && value !== null;
  if (![type].flat().includes(value === null ? 'null' : typeof value)) return [path];
  if (!isObject) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = properties?.[name];
    return known === undefined ? [`${path}.${name}`] : faultsOf(inner, known, `${path}.${name}`);
  });
}

describe('the document of the webhook', () => {
  it('shows an event with the fields that are sent, and a reference that belongs to its id', () => {
    const { data, ...envelope } = example as WebhookPayload;
    expect([Object.keys(envelope), Object.keys(data)]).toEqual([
      Object.keys(sent).filter((name) => name !== 'data'),
      Object.keys(sent.data),
    ]);
    expect(data.reference).toBe(referenceOf(data.id));
  });

  it('has a schema that takes what is sent, with a link and without', () => {
    const without = testPayload(sent.data.id, new Date(), undefined);
    expect([sent, without, example].map((event) => faultsOf(event, schema as Schema))).toEqual([[], [], []]);
    expect(faultsOf({ ...sent, data: { ...sent.data, name: null, more: 1 } }, schema as Schema)).toEqual([
      '.data.name',
      '.data.more',
    ]);
  });
});
