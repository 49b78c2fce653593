import { createElement, Fragment } from 'react';
import { type TextPiece, splitHiddenCharacters } from '../../text/hidden-characters.ts';

/** Renders a text by a visitor or colleague inside a line, with its reading direction isolated. */
export function UserText({ text }: { text: string }) {
  return <bdi>{renderMarked(text)}</bdi>;
}

/** Renders a text by a visitor or colleague with its line breaks, and without links. Every paragraph has its own reading direction. */
export function UserTextBlock({ text }: { text: string }) {
  return (
    <pre dir="auto" className="words">
      {renderMarked(text)}
    </pre>
  );
}

/** Renders texts by visitors or colleagues, one per line. */
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

function renderMarked(text: string) {
  // Spread, not a list: the pieces have no key but their position.
  return createElement(Fragment, null, ...splitHiddenCharacters(text).map(renderPiece));
}

function renderPiece(piece: TextPiece) {
  if ('text' in piece) return piece.text;
  return (
    <abbr title={piece.meaning} className="mark">
      {piece.mark}
    </abbr>
  );
}
