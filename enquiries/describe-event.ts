/** What a person, or the site for one, did: how it is kept, and the rest of a sentence that begins with them. */
const sentences = {
  answer: 'ended {it}{more}',
  'answer by mail': 'answered {it} from a mail program',
  reply: 'answered {it}',
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

export type ActName = keyof typeof sentences;

/** Newer releases may have kept acts that are not here. */
export const actSentences: Readonly<Partial<Record<ActName, string>>> = sentences;

/** The same as text, of an act on an enquiry of which everybody knows which it is. */
export function actInWords({ act, detail }: { act: ActName; detail: string }): string {
  return (actSentences[act] ?? act)
    .replace(/ (?:on|about|of) \{it\}/, '')
    .replace('{it}', 'it')
    .replace('{more}', () => (detail === '' ? '' : `: ${detail}`))
    .replace('{person}', () => detail || 'nobody');
}
