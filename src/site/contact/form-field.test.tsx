import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FormField } from './form-field.tsx';

it('a choice is a select of its options, with an empty one first, and the sent one chosen', () => {
  const texts = { label: 'Budget', placeholder: 'Choose', acceptLabel: '', errorPrefix: '' };
  const definition = { name: 'budget', options: ['Small', 'Large'], maxLength: 9, required: true };
  const state = { value: 'Large', error: undefined, hint: undefined, acceptReplacement() {} } as const;
  const html = renderToStaticMarkup(<FormField {...texts} {...definition} kind="choice" {...state} />);
  expect(html).toMatch(/<select id="budget"[^>]* required=""/);
  expect(html).toContain(
    '<option value="">Choose</option><option>Small</option><option selected="">Large</option></select>',
  );
});
