import { expect, it } from 'vitest';
import { route } from '../enquiries/testing/core-under-test.ts';
import { composeInvitation } from './invitation-mail.ts';

it('an invitation names who invites, has its link on a line of its own, and goes to nobody else', () => {
  const [link, by] = ['https://office.example.com/invitation#token', 'anna@example.com'];
  const invitation = { person: 'bob@example.com', by, link, expiresAt: new Date('2025-01-02T12:00:00Z') };
  const mail = composeInvitation(invitation, { id: '1', date: new Date('2025-01-01T12:00:00Z') }, route);
  expect(mail).toMatchObject({ to: ['bob@example.com'], replyTo: { address: by }, autoSubmitted: 'auto-generated' });
  expect(mail.text.split('\n')).toContain(link);
  expect(mail.subject).not.toContain('token');
});
