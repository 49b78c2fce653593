import { renderToStaticMarkup } from 'react-dom/server';

import { InboxPage } from './inbox-page.tsx';
import type { InboxView } from './view.ts';

// What the server of the inbox takes from the build of the website.
export { default as inboxStyles } from './inbox.css?inline';
export { default as passkeyScript } from './passkey-script.js?raw';

/** A page of the inbox as a whole HTML document. */
export function renderInbox(view: InboxView): string {
  return `<!doctype html>${renderToStaticMarkup(<InboxPage view={view} />)}`;
}
