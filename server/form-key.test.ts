import { describe, expect, it } from 'vitest';
import { spamReason } from '../enquiries/core/plan.ts';
import { lacksFormKey, withFormKey } from './form-key.ts';

const form = '<form><input type="hidden" name="form-key" value=""/></form>';
const keyIn = (html: string) => /name="form-key" value="(.*?)"/.exec(html)?.[1] ?? '';

describe('the key of a form', () => {
  it('stands in the page, another one each time, and says when the form was handed out', () => {
    const [first = '', second = ''] = [withFormKey(form), withFormKey(form)].map(keyIn);
    expect(withFormKey(form).replace(/form-[0-9a-z]{8,9}-[0-9a-f]{16}/, '')).toBe(form);
    expect(first.slice(-16)).not.toBe(second.slice(-16));
    const submission = { trap: '', key: second };
    expect(spamReason(submission, new Date())).not.toBeNull();
    expect(spamReason(submission, new Date(Date.now() + 1000))).toBeNull();
  });

  it.each([withFormKey(form), '<p>value=""</p>', '<input name="name" value=""/>'])(
    'stays in a form that has one, and is put into nothing else: %s',
    (page) => expect([lacksFormKey(page), withFormKey(page)]).toEqual([false, page]),
  );
});
