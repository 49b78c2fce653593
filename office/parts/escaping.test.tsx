import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import {
  contactFactsView,
  enquiryView,
  eraseView,
  exportView,
  historyView,
  listView,
  now,
  sampleAct,
  sampleDelivered,
  sampleDelivery,
  sampleStored,
} from '../testing/sample-views.ts';
import { readDocument } from '../testing/read-document.tsx';
import type { AnyView } from '../testing/views.ts';

/** Every text that comes from outside, in every page that shows it. */
function pagesWith(text: string): AnyView[] {
  const delivery = sampleDelivery({ state: 'failed', lastReason: text });
  const written: Partial<StoredEnquiry> = { name: text, email: text, company: text, subject: text, message: text };
  const enquiry = sampleStored(1, { ...written, assignedTo: text, delivery });
  const setAside = sampleStored(2, { ...enquiry, handling: 'set aside' });
  const acts = (['note', 'assign', 'export', 'contact facts', 'invite', 'remove'] as const).map((act, id) =>
    sampleAct({ id: String(id), act, by: text, detail: text, enquiryId: 'x' }),
  );
  const notice = { kind: 'problem' as const, text, details: [text] };
  const set = { value: text, builtIn: text, isSet: true, since: { at: now, by: text }, fault: text };
  const facts = contactFactsView().facts.map((fact) => ({ ...fact, ...set }));
  const door = { theme: 'dark' as const, address: text, now };
  return [
    listView({ items: [enquiry, setAside], words: text, folder: 'search', address: text, notice, person: text }),
    listView({ words: text, folder: 'search', people: [text] }),
    enquiryView(enquiry, {
      activity: acts,
      deliveries: [sampleDelivered('mail', '', delivery), sampleDelivered('webhook', text, delivery)],
      fromSameAddress: 2,
      note: text,
      people: [text],
    }),
    eraseView({ enquiry }, [enquiry]),
    eraseView({ email: text }, [enquiry]),
    eraseView({ several: [text], back: '/waiting' }, [enquiry]),
    exportView([enquiry], text),
    contactFactsView({ facts }),
    historyView({ acts }),
    { ...door, page: 'sign in', to: '/waiting', typed: { [`x${text}`]: text }, notice },
    { ...door, page: 'message', title: text, advice: text },
  ];
}

/** The elements and the names of their attributes, without the marks that stand for invisible characters. */
function structure(view: AnyView): string[] {
  return readDocument(view)
    .filter(({ attributes }) => attributes['class'] !== 'mark')
    .map(({ tag, attributes }) => `${tag} ${Object.keys(attributes).sort().join(' ')}`);
}

const harmless = pagesWith('x').map(structure);
const breakOuts = `<script>alert(1)</script>
"><img src=x onerror=alert(1)>
' autofocus onfocus='alert(1)
</title><svg onload=alert(1)>
</textarea></pre></select></noscript><a href="https://evil.example">x</a>
<!--
]]>
&lt;b&gt;&quot;
https://evil.example/ javascript:alert(1)`.split('\n');

test('whatever stands in any field, no page gets an element or an attribute by it', () => {
  const part = fc.oneof(fc.constantFrom(...breakOuts), fc.string({ unit: 'binary', minLength: 1 }));
  const parts = fc.array(part, { minLength: 1 });
  const property = fc.property(parts, (texts) => {
    expect(pagesWith(texts.join('')).map(structure)).toEqual(harmless);
  });
  fc.assert(property, { numRuns: 15, examples: [[breakOuts]] });
});

test('no link or form leads anywhere but into the inbox, or to a reply', () => {
  for (const view of pagesWith('javascript:alert(1)//evil.example'))
    for (const { tag, attributes } of readDocument(view))
      for (const name of ['href', 'action', 'formaction', 'src'])
        expect(attributes[name] ?? '/', `${tag} of the page ${view.page}`).toMatch(/^(\/(?!\/)|#|mailto:)/);
});
