import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ContactFacts, createQueryClient, useContactFacts } from './contact-facts.ts';

const builtIn: ContactFacts = {
  email: 'built@in.example',
  phone: '+44 1',
  address: '1 Built-in Street',
  socialMedia: { linkedin: 'https://www.linkedin.com/company/built-in' },
};

/** The facts that a page shows once the server has given this answer. */
function factsAfter(answer: unknown): ContactFacts {
  const client = createQueryClient();
  client.setQueryData(['Contact details'], answer);
  const show = vi.fn<(facts: ContactFacts) => null>(() => null);
  const Page = () => show(useContactFacts(builtIn));
  renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
  return show.mock.calls[0]?.[0] ?? builtIn;
}

describe('the contact facts', () => {
  it('are the built-in ones before there is an answer', () => {
    expect(factsAfter(undefined)).toEqual(builtIn);
  });

  it('are all replaced by a whole answer', () => {
    const answer = {
      email: 'new@office.example',
      phone: '+44 2',
      address: '2 New Street',
      socialMedia: { linkedin: 'https://www.linkedin.com/company/new' },
    };
    expect(factsAfter(answer)).toEqual(answer);
  });

  it.each(['email', 'phone', 'address'] as const)('take %s alone from an answer that has nothing else', (field) => {
    expect(factsAfter({ [field]: 'new' })).toEqual({ ...builtIn, [field]: 'new' });
  });

  it.each([[undefined], [null], [''], [' \n'], [0], [42], [true], [{}], [['x']]])(
    'keep a field that the answer gives as %j',
    (value) => {
      const answer = { email: value, phone: value, address: value, socialMedia: { linkedin: value } };
      expect(factsAfter(answer)).toEqual(builtIn);
      expect(factsAfter({ socialMedia: value })).toEqual(builtIn);
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'linkedin', 'https://', 'https://['])(
    'keep the link when the answer’s is no web address: %s',
    (linkedin) => expect(factsAfter({ socialMedia: { linkedin } })).toEqual(builtIn),
  );

  it('ignore what else an answer says', () => {
    expect(factsAfter({ fax: '1', socialMedia: { x: 'y' } })).toEqual(builtIn);
  });
});

describe('data fetching', () => {
  afterEach(() => void vi.useRealTimers());

  it('tries three times more with growing pauses, then says so once', async () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const start = Date.now();
    const attempts: number[] = [];
    const fetching = createQueryClient().fetchQuery({
      queryKey: ['Contact details'],
      queryFn: () => {
        attempts.push(Date.now() - start);
        throw new Error('no line');
      },
    });
    const failed = expect(fetching).rejects.toThrow('no line');
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(attempts).toEqual([0, 1000, 3000, 7000]);
    expect(warn.mock.calls).toEqual([['Contact details:', 'no line']]);
  });

  it('never pauses for more than 30 s', () => {
    const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
    if (typeof retryDelay !== 'function') throw new Error('The pauses grow, so they are computed');
    const pauses = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => retryDelay(attempt, new Error('x')));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('takes an answer for good for five minutes', async () => {
    vi.useFakeTimers();
    const client = createQueryClient();
    const queryFn = vi.fn(async () => 'answer');
    const ask = () => client.fetchQuery({ queryKey: ['x'], queryFn });
    await ask();
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });
});
