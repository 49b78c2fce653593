import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { spamReason } from '../../enquiries/spam.ts';
import { createKeyedBody, lacksFormKey, withFormKey } from './form-key.ts';

const form = '<form><input type="hidden" name="form-key" value=""/></form>';
const keyIn = (html: string) => /name="form-key" value="(.*?)"/.exec(html)?.[1] ?? '';

describe('the key of a form', () => {
  it('stands in the page, another one each time, and says when the form was handed out', () => {
    const pages = Array.from({ length: 100 }, () => withFormKey(form));
    expect(new Set(pages.map(keyIn)).size).toBe(100);
    for (const page of pages) {
      expect(page.replace(keyIn(page), '')).toBe(form);
      expect(keyIn(page)).toMatch(/^form-[0-9a-z]{8,9}-[0-9a-f]{16}$/);
    }
    const submission = { trap: '', key: keyIn(pages.at(-1) ?? '') };
    expect(spamReason(submission, new Date())).not.toBeNull();
    expect(spamReason(submission, new Date(Date.now() + 1000))).toBeNull();
  });

  it('stays in a form that has one, and is put into nothing else', () => {
    const answered = withFormKey(form);
    for (const page of [answered, '<p>value=""</p>', '<input name="name" value=""/>']) {
      expect(lacksFormKey(page)).toBe(false);
      expect(withFormKey(page)).toBe(page);
    }
    expect(lacksFormKey(form)).toBe(true);
  });
});

describe('the body of a page with a form', () => {
  it('is made anew when it is asked for after 250 ms, in each encoding', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync };
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const body = createKeyedBody(form, encoding);
      const read = () => decoders[encoding](body()).toString();
      const first = read();
      expect(keyIn(first)).not.toBe('');
      vi.advanceTimersByTime(249);
      expect(read()).toBe(first);
      vi.advanceTimersByTime(1);
      expect(read()).not.toBe(first);
      expect(read().replace(keyIn(read()), '')).toBe(form);
    }
  });
});
