import { describe, expect, it } from 'vitest';
import { redactError, redactFailureReason } from './redact-error.ts';

describe('a fault in the log', () => {
  it('keeps what tells an operator what failed', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    expect(redactError(new TypeError('the database is away', { cause }))).toEqual({
      type: 'TypeError',
      message: 'the database is away',
      stack: expect.stringContaining('redact-error.test'),
      cause: { type: 'Error', message: cause.message, code: 'ECONNREFUSED', stack: expect.any(String) },
    });
  });

  it('loses what drivers hang on it, and addresses', () => {
    const fault = Object.assign(new Error('null value; wrote to <ada@example.com>'), {
      detail: 'Failing row contains (1, Ada, private words)',
      rejected: ['ada@example.com'],
      response: '550 Ada',
    });
    const logged = JSON.stringify(redactError(fault));
    expect(logged).toContain('null value; wrote to <[address]>');
    expect(logged).not.toMatch(/Ada|ada@|private/);
    const several = redactError(new Error('rejected: ada@example.com,bob@example.com;cc=eve@example.com @ 12:00'));
    expect(several.message).toBe('rejected: [address] @ 12:00');
  });
});

it.each([
  ['Message failed: 554 5.7.1 Spam: “A quotation” by Ada', 'Message failed: 554 5.7.1'],
  ['all recipients were rejected: 550 <ada@example.com> unknown', 'all recipients were rejected: 550'],
  ['Given up after 5 days. Message failed: 451 try later', 'Given up after 5 days. Message failed: 451'],
  ['connect ECONNREFUSED 127.0.0.1:2525', 'connect ECONNREFUSED 127.0.0.1:2525'],
  ['No recipient: ada@example.com', 'No recipient: [address]'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('a failure is logged by what we know, and by the codes of the mail server’s words: %s', (reason, logged) =>
  expect(redactFailureReason(reason)).toBe(logged),
);
