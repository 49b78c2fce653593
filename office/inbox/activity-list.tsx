import { createElement, Fragment, type ReactNode } from 'react';

import { dayAndTime } from '../../enquiries/core/promise.ts';
import type { Activity, ActName } from '../../enquiries/core/store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign, ForeignBlock } from '../parts/foreign-text.tsx';
import { counted } from '../parts/notices.tsx';

/** An act, with the reference of its enquiry where that is not said otherwise. */
export type ShownAct = Activity & { reference?: string | undefined };

interface ActivityListProps {
  acts: readonly ShownAct[];
  /** On a page about one enquiry nobody has to be told which. */
  isAboutOne?: boolean;
}

/** Who did what, and when, in the given order. */
export function ActivityList({ acts, isAboutOne = false }: ActivityListProps) {
  return (
    <ol className="ruled max-w-text [&_.words]:mt-[0.4rem] [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]">
      {acts.map((entry) => (
        <li key={entry.id}>
          <p>
            <span className="mr-2 text-quiet">
              <Moment at={entry.at} />
            </span>{' '}
            <Foreign text={entry.by} /> {actWords(entry, isAboutOne ? 'it' : <Subject entry={entry} />)}
          </p>
          {entry.note === '' ? null : (
            <p className="text-quiet">
              <Foreign text={entry.note} />
            </p>
          )}
          {entry.act === 'note' ? <ForeignBlock text={entry.detail} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry: { enquiryId, reference } }: { entry: ShownAct }) {
  if (enquiryId === null) return 'an enquiry';
  return (
    <a href={`/enquiries/${enquiryId}`} className="reference link">
      {reference ?? 'an enquiry'}
    </a>
  );
}

/** One act of somebody on an enquiry, as it is told to `reader`. */
export function activityLine({ by, act, detail, at }: Activity, reader: string, now: Date): string {
  const who = by === reader ? 'You' : by.replace(/^the command$/, 'The command');
  const what = (sentences.get(act) ?? act)
    .replace(/ (?:on|about|of) \{it\}/, '')
    .replace('{it}', 'it')
    .replace('{more}', () => (detail === '' ? '' : `: ${detail}`))
    .replace('{person}', () => detail || 'nobody');
  return `${who} ${what}, ${dayAndTime(at, now)}.`;
}

function actWords({ act, detail }: Activity, it: ReactNode): ReactNode {
  const foreign = <Foreign text={detail} />;
  const meant: Readonly<Record<string, ReactNode>> = {
    '{it}': it,
    '{person}': detail === '' ? 'nobody' : foreign,
    '{number}': counted(Number(detail)),
    '{more}': detail === '' ? null : <>: {foreign}</>,
  };
  const parts = (sentences.get(act) ?? '').split(/(\{\w+\})/);
  // Not as a list: nothing tells one part of a sentence from the next but its place.
  return createElement(Fragment, null, ...parts.map((part) => (part in meant ? meant[part] : part)));
}

/** What somebody did, as the rest of a sentence that begins with them. */
const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    // Of earlier releases.
    'contact facts': 'changed the contact facts{more}',
    publish: 'published words{more}',
    roles: 'changed roles{more}',
    invite: 'invited {person}',
    'sign in': 'signed in',
    'sign out everywhere': 'signed out everywhere',
    'remove passkey': 'removed a passkey of theirs',
    remove: 'removed {person}',
  } satisfies Record<ActName, string>),
);
