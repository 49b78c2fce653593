import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../core/reference.ts';
import { testPayload, type WebhookPayload } from './webhook.ts';

const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhook.md'), 'utf8');
const [, text = ''] = /```json\n(.*?)```/s.exec(document) ?? [];
const example = JSON.parse(text) as WebhookPayload;
const sent = testPayload('01a1fc16-4fa8-721c-a92d-b68cff562a77', new Date(), 'https://office.example.com');

describe('the document of the webhook', () => {
  it('shows an event with the fields that are sent, and a reference that belongs to its id', () => {
    const { data, ...envelope } = example;
    expect([Object.keys(envelope), Object.keys(data)]).toEqual([
      Object.keys(sent).filter((name) => name !== 'data'),
      Object.keys(sent.data),
    ]);
    expect(data.reference).toBe(referenceOf(data.id));
  });
});
