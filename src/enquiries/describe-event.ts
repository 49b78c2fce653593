import { pluralise } from '../text/format-text.ts';
import { changeDefinitions } from './changes/change-definitions.ts';
import { generalEventSentences } from './general-events.ts';
import type { EventName } from './change.ts';

/** Describes an event for readers who know its enquiry, as the predicate of a sentence. */
export function describeEvent({ action, detail }: { action: EventName; detail: string }): string {
  return findSentence(action)
    .replace(/ (?:on|about|of) \{it\}/, '')
    .replace('{it}', 'it')
    .replace('{more}', () => (detail === '' ? '' : `: ${detail}`))
    .replace('{number}', () => (/^\d+$/.test(detail) ? formatErasureCounts({ enquiries: Number(detail) }) : detail))
    .replace('{person}', () => detail || 'nobody');
}

/** Returns the sentence of an event: its name if it is from a release that knew others. */
function findSentence(action: string): string {
  const sentences: Readonly<Record<string, string | undefined>> = generalEventSentences;
  const changes: Readonly<Record<string, { sentence: string | null } | undefined>> = changeDefinitions;
  return sentences[action] ?? changes[action]?.sentence ?? action;
}

/** Counts of what was erased, or would be. `messages`: in conversations of others. `mentions`: mails of others to them. */
export interface ErasureCounts {
  enquiries: number;
  messages: number;
  otherMails: number;
  mentions: number;
}

/** Describes what was erased: "2 enquiries and 1 other mail". */
export function formatErasureCounts({
  enquiries = 0,
  messages = 0,
  otherMails = 0,
  mentions = 0,
}: Partial<ErasureCounts>): string {
  const format = (count: number, one: string, several = `${one}s`) =>
    count === 0 ? [] : [pluralise(count, one, several)];
  const parts = [
    ...format(enquiries, 'enquiry', 'enquiries'),
    ...format(messages, 'message in a conversation of others', 'messages in conversations of others'),
    ...format(otherMails, 'other mail'),
    ...format(mentions, 'mention in a mail of others', 'mentions in mails of others'),
  ];
  return parts.length === 0 ? '0 enquiries' : new Intl.ListFormat('en-GB').format(parts);
}
