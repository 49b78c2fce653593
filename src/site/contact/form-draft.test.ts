import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFormDraft, storeDraft, createIdempotencyKey, readStoredDraft } from './form-draft.ts';

const names = ['name', 'message'];
const key = '00ff'.repeat(8);
const draft = { key, values: { name: 'Ada', message: 'Good morning' } };
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});

describe('a draft', () => {
  it('is read as it was kept, until its fields have become empty', () => {
    expect(readStoredDraft(names)).toBeUndefined();
    storeDraft(draft);
    expect(readStoredDraft(names)).toEqual(draft);
    storeDraft({ key, values: { name: '', message: '' } });
    expect(stored.size).toBe(0);
  });

  it('is read without what the form does not have, and whole where it is too long to send', () => {
    const values = { name: null, message: 'x'.repeat(12_000), constructor: 'x', other: 'x' };
    stored.set('contact-draft', JSON.stringify({ key, values }));
    expect(readStoredDraft(names)).toEqual({ key, values: { message: values.message } });
  });

  it.each(['{', 'null', '[]', '{}', JSON.stringify({ ...draft, key: 'x"y' }), '{"key":1,"values":{}}'])(
    'is not read from rubbish: %s',
    (text) => {
      stored.set('contact-draft', text);
      expect(readStoredDraft(names)).toBeUndefined();
    },
  );

  it('is silently not kept where storage is blocked or full', () => {
    const refuse = () => {
      throw new Error('blocked');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    for (const one of [draft, { key, values: {} }]) storeDraft(one);
    expect(readStoredDraft(names)).toBeUndefined();
  });
});

it('what was chosen or typed is restored, unless the visitor has chosen meanwhile', () => {
  storeDraft({ key, values: { topic: 'sap', message: 'Good morning' } });
  vi.stubGlobal('addEventListener', () => {});
  const options = [{ value: '' }, { value: 'sap' }, { value: 'cloud', defaultSelected: true }];
  const open = (topic: string) => {
    const fields = {
      topic: { name: 'topic', value: topic, options },
      message: { name: 'message', value: '', defaultValue: '' },
    };
    const elements = { namedItem: (name: keyof typeof fields) => fields[name] };
    createFormDraft(['topic', 'message']).attach({ elements, dispatchEvent: () => true } as never, false);
    return [fields.topic.value, fields.message.value];
  };
  expect(open('cloud')).toEqual(['sap', 'Good morning']);
  expect(open('')).toEqual(['', 'Good morning']);
});

it('a key is 128 random bits, also where the page is not served by TLS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const [one, other] = [createIdempotencyKey(), createIdempotencyKey()];
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
});
