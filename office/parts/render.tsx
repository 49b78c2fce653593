import { renderToStaticMarkup } from 'react-dom/server';

import type { Content } from '../../content/kinds.ts';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { InboxWords } from './inbox-words.ts';
import type { InboxView } from './view.ts';

// What the server of the inbox takes from the build of the website.
export { default as inboxStyles } from './inbox.css?inline';
export { default as passkeyScript } from '../door/passkey-script.js?raw';

/** A page of the inbox as a whole HTML document. */
export function renderInbox(view: InboxView, words: Pick<Content, 'site' | 'navigation'>): string {
  const page = (
    <InboxWords value={words}>
      <InboxPage view={view} />
    </InboxWords>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
