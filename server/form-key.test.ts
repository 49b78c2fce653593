import { describe, expect, it } from 'vitest';
import { spamReason } from '../enquiries/core/plan.ts';
import { lacksFormKey, withFormKey } from './form-key.ts';

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
