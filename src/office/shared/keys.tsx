import { Fragment } from 'react';

/** Single keys and what they do. `inbox-script.js` presses what has such a `data-key`: those of Gmail, and `a` of GitHub. */
const keys = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['o', 'Open, as Enter does'],
  ['r', 'Reply'],
  ['e', 'Close'],
  ['a', 'Assign to me'],
  ['b', 'Remind me'],
  ['x', 'Tick'],
  ['/', 'Search'],
  ['?', 'Show this list'],
  ['Ctrl+Enter', 'Send what you write; Cmd+Enter on a Mac'],
] as const;

/** Renders the button that lists the keys. Without it no key acts. */
export function KeyListButton({ className }: { className: string }) {
  return (
    <button type="button" popoverTarget="keys" data-key="?" className={className}>
      Keys
    </button>
  );
}

/** Renders the list of the keys, which its button shows. */
export function KeyList() {
  return (
    <dialog id="keys" popover="auto" aria-labelledby="keys-title" className={popoverClassName}>
      <h2 id="keys-title" className="mb-3">
        Keys
      </h2>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        {keys.map(([key, text]) => (
          <Fragment key={key}>
            <dt className="font-semibold">{key}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      <button type="button" popoverTarget="keys" popoverTargetAction="hide" className="button">
        Close
      </button>
    </dialog>
  );
}

const popoverClassName =
  'm-auto max-w-[min(26rem,calc(100vw-2rem))] border border-outline bg-raised p-6 text-text [box-shadow:var(--shadow)]';
