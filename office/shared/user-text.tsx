import { createElement, Fragment } from 'react';

import { type Piece, splitPieces } from '../../text/invisible-characters.ts';

/** Renders a text by somebody else inside a line, with its reading direction isolated. */
export function UserText({ text }: { text: string }) {
  return <bdi>{withMarks(text)}</bdi>;
}

/** Renders such a text with its line breaks. Every paragraph has its own reading direction; there are no links. */
export function UserTextBlock({ text }: { text: string }) {
  return (
    <pre dir="auto" className="words">
      {withMarks(text)}
    </pre>
  );
}

/** Renders several such texts, one per line. */
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
  // Spread, not a list: the pieces have no key but their position.
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
