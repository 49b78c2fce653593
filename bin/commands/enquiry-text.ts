import type { StoredEnquiry } from '../../enquiries/store.ts';

/** A time for people, in the operator's own time zone: 2026-03-04 15:06. */
export function shortTime(date: Date): string {
  // Swedish writes ISO dates.
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** A number of enquiries: "1 enquiry", "2 enquiries". */
export function enquiryCount(number: number): string {
  return number === 1 ? '1 enquiry' : `${number} enquiries`;
}

/** A visitor's text on one line of a terminal, cut to `width` characters. Marks that reverse the reading direction go. */
export function clipped(text: string, width: number): string {
  const characters = [...printable(text)];
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`;
}

export function printable(text: string): string {
  return text.replaceAll(/\p{Bidi_Control}/gu, '');
}

/** One line on how far the mail of an enquiry has come. */
export function deliveryText({ id, delivery }: StoredEnquiry): string {
  const attempts = `${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}`;
  switch (delivery.state) {
    case 'delivered':
      return `delivered ${delivery.deliveredAt === null ? '' : shortTime(delivery.deliveredAt)}`.trim();
    case 'due':
      return delivery.attempts === 0 ? 'due now' : `due ${shortTime(delivery.dueAt)} after ${attempts}`;
    case 'failed':
      return `failed after ${attempts}`;
    case 'quarantined':
      return `quarantined: not sent unless it is released (enquiries release ${id})`;
  }
}
