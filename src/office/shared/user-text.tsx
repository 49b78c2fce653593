import { createElement, Fragment, type ReactNode } from 'react';
import { type TextPiece, splitHiddenCharacters } from '../../text/hidden-characters.ts';

/** Renders a text by a visitor or colleague inside a line, with its reading direction isolated. */
export function UserText({ text }: { text: string }) {
  return <bdi>{renderMarked(text, renderBreakable)}</bdi>;
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

function renderMarked(text: string, renderText = (literal: string): ReactNode => literal) {
  // Spread, not a list: the pieces have no key but their position.
  const pieces = splitHiddenCharacters(text).map((piece) =>
    'text' in piece ? renderText(piece.text) : renderMark(piece),
  );
  return createElement(Fragment, null, ...pieces);
}

/** Lets an address break after its dots and its at sign, before a browser breaks it within a word. */
function renderBreakable(text: string): ReactNode {
  if (!text.includes('@')) return text;
  const parts = text.split(/(?<=\w[.@])(?=\w)/);
  return createElement(
    Fragment,
    null,
    ...parts.flatMap((part, at) => (at === 0 ? [part] : [createElement('wbr'), part])),
  );
}

function renderMark(piece: Extract<TextPiece, { mark: string }>) {
  return (
    <abbr title={piece.meaning} className="mark">
      {piece.mark}
    </abbr>
  );
}
