import { useCurrentUser } from './page-context.ts';

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

/** Renders the keys and what they do. */
export function KeyList() {
  return (
    <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
      {keys.map(([key, text]) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid">
          <dt>
            <kbd className="font-semibold">{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders the button that lists the keys, for whoever uses them, and the list. Without it no key acts. */
export function KeyHelp({ className }: { className: string }) {
  if (!useCurrentUser().usesKeys) return null;
  return (
    <>
      <button type="button" popoverTarget="keys" data-key="?" className={className}>
        Keys
      </button>
      <div id="keys" popover="auto" role="dialog" aria-labelledby="keys-title" className={popoverClassName}>
        <h2 id="keys-title" className="mb-3">
          Keys
        </h2>
        <KeyList />
        <button type="button" popoverTarget="keys" popoverTargetAction="hide" autoFocus className="button">
          Close
        </button>
      </div>
    </>
  );
}

const popoverClassName =
  'm-auto max-w-[min(26rem,calc(100vw-2rem))] border border-outline bg-raised p-6 text-text [box-shadow:var(--shadow)]';
