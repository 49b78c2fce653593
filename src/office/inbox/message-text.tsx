import { isVisitorAddress, type StoredEnquiry, type StoredFile, type StoredMessage } from '../../enquiries/model.ts';
import { createEarlierWords } from '../../mailbox/earlier-words.ts';
import { splitQuotedText } from '../../mailbox/quoted-text.ts';
import { listTextParts, type TextPart } from '../../mailbox/text-parts.ts';
import { UserTextBlock } from '../shared/user-text.tsx';
import { FileList } from './files.tsx';

/**
 * Returns the parts of each message, by id. A message quotes what we wrote, or the visitor from an address of theirs:
 * others could write what the visitor answers, to have it folded. Of messages that are not whole it has the beginning.
 */
export function listMessageParts(
  enquiry: StoredEnquiry,
  wholeIds: ReadonlySet<string>,
): ReadonlyMap<string, readonly TextPart[]> {
  const earlier = createEarlierWords();
  const parts = new Map<string, readonly TextPart[]>();
  for (const message of enquiry.messages) {
    const { id, kind, direction, by, isUnverified } = message;
    const text = wholeIds.has(id) ? message.text : message.text.slice(0, 1000).toWellFormed();
    parts.set(
      id,
      kind === 'message' && isReceivedMail(message) ? listTextParts(text, earlier) : [{ text, isQuoted: false }],
    );
    const isTheirs = direction === 'out' || (!isUnverified && isVisitorAddress(enquiry, by));
    if (kind === 'message' && isTheirs) earlier.add(text);
  }
  return parts;
}

/** Returns false for what the form or the office sent, all of which is of its author. */
function isReceivedMail({ id, enquiryId, delivery }: StoredMessage): boolean {
  return id !== enquiryId && delivery === null;
}

/** Returns the beginning of a message without what it quotes. Reads little of it: a list has many. */
export function getUnquotedBeginning(message: StoredMessage): string {
  const beginning = message.text.slice(0, 2000);
  const unquoted = isReceivedMail(message) ? splitQuotedText(beginning).text : '';
  return (unquoted || beginning).slice(0, 200).toWellFormed();
}

interface MessageTextProps {
  message: StoredMessage;
  parts: readonly TextPart[];
  files: readonly StoredFile[];
  pagePath: string;
}

/** Renders the text of a message and its files. What a mail quotes is folded. */
export function MessageText({ message: { id, text }, parts, files, pagePath }: MessageTextProps) {
  return (
    <>
      {text === '' ? <p className="text-quiet">There is no text.</p> : null}
      {parts.map((part) =>
        part.isQuoted ? (
          <details key={part.text}>
            <summary className="text-small">Quoted text</summary>
            <UserTextBlock text={part.text} />
          </details>
        ) : (
          <UserTextBlock key={part.text} text={part.text} />
        ),
      )}
      <FileList files={files.filter(({ messageId }) => messageId === id)} pagePath={pagePath} />
    </>
  );
}
