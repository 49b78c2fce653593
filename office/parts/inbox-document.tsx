import type { ReactNode } from 'react';

import { useInboxWords } from './inbox-words.ts';
import { visibleText } from './invisible-characters.ts';

interface InboxDocumentProps {
  theme: 'dark' | 'light';
  /** What the page is. */
  title: string;
  /** The script of passkeys, on the pages that ask for one. */
  asksForPasskey?: boolean;
  children: ReactNode;
}

/** What every page has around its body. It is never to be found by a search, and no browser makes links of what visitors wrote. */
export function InboxDocument({ theme, title, asksForPasskey = false, children }: InboxDocumentProps) {
  const { site } = useInboxWords();
  return (
    <html lang="en-GB" className={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme} />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{`${visibleText(title)} – Inbox – ${site.name}`}</title>
        <link rel="stylesheet" href="/inbox.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {asksForPasskey ? <script src="/passkey.js" defer /> : null}
      </head>
      {children}
    </html>
  );
}
