import type { ReactNode } from 'react';

import { useInboxWords } from '../parts/inbox-words.ts';
import { InboxDocument } from '../parts/inbox-document.tsx';
import { LogoMark } from '../parts/logo-mark.tsx';
import type { DoorView } from '../parts/view.ts';

interface DoorPageProps {
  view: DoorView;
  title: string;
  children: ReactNode;
}

/** A page for whoever has not signed in, or that leads nowhere further: the name, and one thing to do. */
export function DoorPage({ view, title, children }: DoorPageProps) {
  const { site } = useInboxWords();
  return (
    <InboxDocument theme={view.theme} title={title} asksForPasskey={view.page !== 'message'}>
      <body className="door">
        <header className="logo">
          <LogoMark />
          <span>
            Inbox<span className="sr-only"> of {site.name}</span>
          </span>
        </header>
        <main id="main">{children}</main>
      </body>
    </InboxDocument>
  );
}
