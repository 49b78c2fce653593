import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseOwnContactDetails, refreshOwnContactDetails } from './own-contact-details.ts';

const nothing = parseOwnContactDetails({});

it('the answer to the question for the contact facts gives each its text and its link', () => {
  const linkedin = 'https://www.linkedin.com/company/new';
  const answer = { email: 'new@office.example', phone: '+44 (0)2', address: '2 New Street, London SW1A 1AA' };
  expect(parseOwnContactDetails({ ...answer, socialMedia: { linkedin } })).toEqual({
    email: { text: 'new@office.example', link: 'mailto:new@office.example' },
    phone: { text: '+44 (0)2', link: 'tel:+4402' },
    address: { text: '2\u00A0New Street, London\u00A0SW1A\u00A01AA', link: undefined },
    linkedin: { text: undefined, link: linkedin },
  });
});

it.each([undefined, null, ' \n', 1, {}, 'javascript:alert(1)', '//evil.example'])(
  'nothing is changed by %j',
  (value) => {
    const facts =
      typeof value === 'string' && value.trim() !== '' ? {} : { email: value, phone: value, address: value };
    expect(parseOwnContactDetails({ ...facts, socialMedia: { linkedin: value } })).toEqual(nothing);
  },
);

describe('a page', () => {
  const fetched = vi.fn<typeof fetch>();
  const phone = { dataset: { fact: 'phone' }, textContent: 'built in', setAttribute: () => {} };
  const visit = async (minutes = 0) => {
    refreshOwnContactDetails({ querySelector: () => phone } as unknown as HTMLElement, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
  };

  beforeEach(() => {
    const stored = new Map<string, string>();
    const getItem = (name: string) => stored.get(name) ?? null;
    vi.stubGlobal('sessionStorage', { getItem, setItem: (name: string, text: string) => stored.set(name, text) });
    vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [phone] });
    vi.stubGlobal('fetch', fetched.mockReset());
    vi.useFakeTimers();
  });

  it('asks once, and again after five minutes', async () => {
    fetched.mockImplementation(async () => Response.json({ phone: `${fetched.mock.calls.length}` }));
    for (const [minutes, shown] of [
      [4.9, '1'],
      [0.2, '1'],
      [0, '2'],
    ] as const) {
      await visit(minutes);
      expect(phone.textContent).toBe(shown);
    }
  });

  it('asks three times more where the server fails, waits twice as long each time, and then warns once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    fetched.mockImplementation(async () => new Response('', { status: 500 }));
    phone.textContent = 'built in';
    await visit();
    for (const [retry, seconds] of [1, 2, 4].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(fetched).toHaveBeenCalledTimes(retry + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(fetched).toHaveBeenCalledTimes(retry + 2);
    }
    await vi.advanceTimersByTimeAsync(600_000);
    expect([fetched.mock.calls.length, phone.textContent]).toEqual([4, 'built in']);
    expect(warned.mock.calls).toEqual([['Contact details:', expect.stringContaining('answered 500')]]);
  });
});
