import { expect, test } from 'vitest';
import { parseNotice } from './notices.tsx';

test.each([
  ['done=erase&count=1', 'Erased: 1 enquiry.'],
  ['done=erase&count=0.2.1', 'Erased: 2 messages in conversations of others and 1 other mail.'],
  ['done=erase&count=10000', 'Erased: 10,000 enquiries.'],
  ['done=erase&count=1000000', 'Erased.'],
  ['done=erase&count=%3Cb%3E', 'Erased.'],
  ['done=%3Cb%3E', undefined],
  ['done=__proto__', undefined],
  ['done=constructor', undefined],
  ['count=3', undefined],
])('an address with %s says what was done in words of ours', (query, text) => {
  const notice = text === undefined ? undefined : { kind: 'done', text, action: 'erase' };
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }])
    expect(parseNotice({ url: `/waiting?${query}`, headers })).toEqual(notice);
});

test.each(['cross-site', 'same-site', 'none'])('a link from elsewhere says nothing (%s)', (place) => {
  expect(parseNotice({ url: '/waiting?done=erase&count=9', headers: { 'sec-fetch-site': place } })).toBeUndefined();
});
