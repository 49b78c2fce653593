/** Sentences of the events that are not about one enquiry alone, or that no change records any more. */
export const generalEventSentences = {
  // By a release that believed a mail.
  'answer received': 'replied to {it} from a mail program',
  'make enquiry': 'made {it} of a mail',
  'add enquiry': 'added {it} by hand',
  'dismiss mail': 'left a mail in the mailbox{more}',
  erase: 'erased {number}',
  export: 'exported enquiries{more}',
  publish: 'published content{more}',
  roles: 'changed roles{more}',
  invite: 'invited {person}',
  'sign in': 'signed in',
  'sign out everywhere': 'signed out everywhere',
  'remove passkey': 'removed a passkey of theirs',
  remove: 'removed {person}',
} as const;

export type GeneralEventName = keyof typeof generalEventSentences;
