import type { SendOutcome } from '../core/channels.ts';
import type { Mail, Mailer } from '../channels/mail.ts';

export interface ScriptedMailer extends Mailer {
  readonly sent: Mail[];
}

/** A mailer that answers with the given outcomes, one after another, and delivers whatever comes after them. */
export function scriptedMailer(...outcomes: SendOutcome[]): ScriptedMailer {
  const sent: Mail[] = [];
  return {
    sent,
    async send(mail) {
      sent.push(mail);
      return outcomes.shift() ?? { delivered: true };
    },
  };
}

export const refusedForNow = {
  delivered: false,
  permanent: false,
  reason: '451 try again later',
} satisfies SendOutcome;
export const refusedForGood = {
  delivered: false,
  permanent: true,
  reason: '550 no such mailbox',
} satisfies SendOutcome;
