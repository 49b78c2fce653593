import { expect, it } from 'vitest';
import { createAttempts } from './ceremony.tsx';

it('attempts of a few networks do not close the door for everybody', async () => {
  const attempts = createAttempts();
  for (let network = 0; network < 6; network += 1)
    for (let host = 0; host < 20; host += 1)
      for (let number = 0; number < 20; number += 1) await attempts.ofClient(`203.0.${network}.${host}`);
  expect([await attempts.ofClient('198.51.100.7'), await attempts.challenge()]).toEqual([
    { allowed: true },
    { allowed: true },
  ]);
});

it('attempts of all together keep 3,000 challenges a minute', async () => {
  const attempts = createAttempts();
  for (let number = 0; number < 3000; number += 1) await attempts.challenge();
  expect(await attempts.challenge()).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) });
  expect(await attempts.ofClient('198.51.100.7')).toEqual({ allowed: true });
});
