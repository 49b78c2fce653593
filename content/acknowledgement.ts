import { site } from './site.ts';

/** Mailed to who has sent a message, where ACKNOWLEDGE is set. {reference} is the message's own. */
export const acknowledgement = {
  subject: 'Your message has reached us ({reference})',
  paragraphs: [
    `Thank you for your message to ${site.name}. It is stored, and we'll get back to you within ${site.replyWithinHours} hours.`,
    'If you call or write about it before then, please quote the reference {reference}.',
    `This mail was sent by itself because somebody gave your address in the contact form of ${site.name}. If that was not you, you can ignore it.`,
  ],
};
