import { createElement, Fragment } from 'react';

import { type Piece, splitPieces } from '../../text/invisible-characters.ts';

/** A text that somebody else wrote, inside a sentence or a line: its reading direction ends with it. */
export function UserText({ text }: { text: string }) {
  return <bdi>{withMarks(text)}</bdi>;
}

/** The same with its line breaks. Every paragraph has its own reading direction; nothing in it becomes a link. */
export function UserTextBlock({ text }: { text: string }) {
  return (
    <pre dir="auto" className="words">
      {withMarks(text)}
    </pre>
  );
}

/** The same of several: a line for each. */
export function UserTextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="mt-[0.4rem] grid gap-[0.3rem]">
      {texts.map((text) => (
        <li key={text}>
          <UserText text={text} />
        </li>
      ))}
    </ul>
  );
}

function withMarks(text: string) {
  // Not as a list: nothing tells one part of a text from the next but its place.
  return createElement(Fragment, null, ...splitPieces(text).map(shown));
}

function shown(piece: Piece) {
  if ('text' in piece) return piece.text;
  return (
    <abbr title={piece.meaning} className="mark">
      {piece.mark}
    </abbr>
  );
}
