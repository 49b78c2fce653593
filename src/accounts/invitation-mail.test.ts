import { expect, it } from 'vitest';
import { mailRoute } from '../enquiries/testing/core-under-test.ts';
import { composeInvitationMail } from './invitation-mail.ts';

it('an invitation names who invites, has its link on a line of its own, and goes to nobody else', () => {
  const [link, inviterEmail] = ['https://office.example.com/invitation#token', 'anna@example.com'];
  const invitation = { email: 'bob@example.com', inviterEmail, link, expiresAt: new Date('2025-01-02T12:00:00Z') };
  const mail = composeInvitationMail(invitation, { id: '1', date: new Date('2025-01-01T12:00:00Z') }, mailRoute);
  expect(mail).toMatchObject({
    to: ['bob@example.com'],
    replyTo: { address: inviterEmail },
    autoSubmitted: 'auto-generated',
  });
  expect(mail.text.split('\n')).toContain(link);
  expect(mail.subject).not.toContain('token');
});
