/** Predicate of a sentence whose subject is the actor, by action. */
const predicates = {
  close: 'ended {it}{more}',
  'answer by mail': 'answered {it} from a mail program',
  reply: 'answered {it}',
  'undo reply': 'took an answer to {it} back before it was sent',
  'reply received': 'wrote back about {it}',
  // By a release that believed a mail.
  'answer received': 'answered {it} from a mail program',
  'claim received': 'wrote about {it} with an address of the office',
  'confirm answer': 'said that a mail about {it} is our answer',
  'automatic mail received': 'sent an automatic mail about {it}',
  'bounce received': 'said that a mail about {it} did not arrive',
  'correct address': 'corrected the address of {it}{more}',
  merge: 'merged {it} into another enquiry{more}',
  'take in': 'merged another enquiry into {it}{more}',
  'make enquiry': 'made {it} of a mail',
  'dismiss mail': 'left a mail in the mailbox{more}',
  'send again': 'had an answer to {it} sent again',
  'was sent': 'said that an answer to {it} was sent',
  'written again': 'said that the visitor has written again about {it}',
  'came back': 'said that an answer to {it} came back',
  reopen: 'opened {it} again',
  note: 'wrote a note on {it}',
  assign: 'assigned {it} to {person}',
  remind: 'changed their reminder of {it}',
  retry: 'had the mail about {it} sent again',
  release: 'said that {it} is no spam',
  'set aside': 'set {it} aside as spam',
  erase: 'erased {number}',
  export: 'exported enquiries{more}',
  publish: 'published words{more}',
  roles: 'changed roles{more}',
  invite: 'invited {person}',
  'sign in': 'signed in',
  'sign out everywhere': 'signed out everywhere',
  'remove passkey': 'removed a passkey of theirs',
  remove: 'removed {person}',
} as const;

/** Name of an action in the history. */
export type EventName = keyof typeof predicates;

/** Partial: a newer release may have stored events unknown here. */
const knownPredicates: Readonly<Partial<Record<EventName, string>>> = predicates;

/** Describes an event for readers who know its enquiry, as the predicate of a sentence. */
export function describeEvent({ action, detail }: { action: EventName; detail: string }): string {
  return (knownPredicates[action] ?? action)
    .replace(/ (?:on|about|of) \{it\}/, '')
    .replace('{it}', 'it')
    .replace('{more}', () => (detail === '' ? '' : `: ${detail}`))
    .replace('{number}', () => (/^\d+$/.test(detail) ? formatErasure({ enquiries: Number(detail) }) : detail))
    .replace('{person}', () => detail || 'nobody');
}

/** Numbers of what was erased, or would be: enquiries, messages in conversations of others, and other mail. */
export interface Erasure {
  enquiries: number;
  messages: number;
  otherMails: number;
}

/** Describes what was erased: "2 enquiries and 1 other mail". */
export function formatErasure({ enquiries = 0, messages = 0, otherMails = 0 }: Partial<Erasure>): string {
  const format = (count: number, one: string, several = `${one}s`) =>
    count === 0 ? [] : [`${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`];
  const parts = [
    ...format(enquiries, 'enquiry', 'enquiries'),
    ...format(messages, 'message in a conversation of others', 'messages in conversations of others'),
    ...format(otherMails, 'other mail'),
  ];
  return parts.length === 0 ? '0 enquiries' : new Intl.ListFormat('en-GB').format(parts);
}
