import { expect, it, vi } from 'vitest';
import type { Inbox } from '../parts/inbox.tsx';
import { createAttempts, createCeremonies } from './ceremony.tsx';

it('attempts of a few networks do not close the door for everybody', async () => {
  const attempts = createAttempts();
  for (let network = 0; network < 6; network += 1)
    for (let host = 0; host < 20; host += 1)
      for (let number = 0; number < 20; number += 1) await attempts.ofClient(`203.0.${network}.${host}`);
  const allowed = [await attempts.ofClient('198.51.100.7'), await attempts.challenge()];
  expect(allowed).toEqual([{ allowed: true }, { allowed: true }]);
});

it('of all together 3,000 challenges a minute are kept', async () => {
  const challenge = vi.fn(async () => 'token');
  const { begin } = createCeremonies({ people: { challenge } } as unknown as Inbox);
  const [header, code, type] = [vi.fn().mockReturnThis(), vi.fn().mockReturnThis(), vi.fn().mockReturnThis()];
  const reply = { request: { method: 'POST', url: '/sign-in/options' }, header, code, type, send: vi.fn() };
  for (let number = 0; number <= 3000; number += 1) await begin(reply as never, 'sign in', { challenge: 'x' });
  expect(challenge).toHaveBeenCalledTimes(3000);
  expect(code.mock.calls).toEqual([[429]]);
});
