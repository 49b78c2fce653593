import type { ReactNode } from 'react';
import { Menu, Search } from 'lucide';

import { useInboxWords } from './inbox-words.ts';
import { Icon } from '../../site/components/icon.tsx';
import { folders, folderNames } from '../inbox/folder-names.ts';
import { InboxDocument } from './inbox-document.tsx';
import { LogoMark } from './logo-mark.tsx';
import { Notice } from './notice.tsx';
import type { OfficeView } from './view.ts';

interface OfficePageProps {
  view: OfficeView;
  title: string;
  children: ReactNode;
}

/** A page for a person who has signed in. Where there is room, its header is a column beside it. */
export function OfficePage({ view, title, children }: OfficePageProps) {
  return (
    <InboxDocument theme={view.theme} title={title}>
      <body className="office">
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        <OfficeHeader view={view} />
        <main id="main" tabIndex={-1}>
          <Notice notice={view.notice} />
          {children}
        </main>
      </body>
    </InboxDocument>
  );
}

/** On a small screen the search and the menu are native popovers, which need no script; in the column both simply stand there. */
function OfficeHeader({ view }: { view: OfficeView }) {
  const { site } = useInboxWords();
  return (
    <header className="office-header">
      <div className="office-top">
        <a href="/waiting" className="logo">
          <LogoMark />
          <span>
            Inbox<span className="sr-only"> of {site.name}</span>
          </span>
        </a>
        <button type="button" popoverTarget="search" aria-label="Search" className="icon-button">
          <Icon shapes={Search} />
        </button>
        <button type="button" popoverTarget="menu" aria-label="Menu" className="icon-button">
          <Icon shapes={Menu} />
        </button>
      </div>
      <SearchForm words={view.page === 'list' ? view.words : ''} />
      <Folders view={view} />
      <OfficeMenu view={view} />
    </header>
  );
}

function SearchForm({ words }: { words: string }) {
  return (
    <search id="search" popover="auto" className="office-sheet">
      <form action="/search" className="search-form">
        <label htmlFor="words">Search</label>
        <input id="words" name="words" type="search" defaultValue={words} className="field" />
        <button type="submit" className="icon-button" aria-label="Search for these words">
          <Icon shapes={Search} />
        </button>
      </form>
    </search>
  );
}

function Folders({ view }: { view: OfficeView }) {
  const { counts } = view;
  return (
    <nav aria-label="Folders" className="folders">
      <ul>
        {folderNames.map((folder) => (
          <li key={folder}>
            <a href={`/${folder}`} aria-current={view.page === 'list' && view.folder === folder ? 'page' : undefined}>
              {folders[folder].title}{' '}
              <span className="count">{counts[folders[folder].counted].toLocaleString('en-GB')}</span>
              {folder === 'waiting' && counts.overdue > 0 ? (
                <span className="overdue-count"> {counts.overdue.toLocaleString('en-GB')} overdue</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const furtherPages = [
  { page: 'contact facts', to: '/contact-facts', label: 'Contact facts' },
  { page: 'history', to: '/history', label: 'History' },
  { page: 'account', to: '/account', label: 'Account' },
] as const;

function OfficeMenu({ view: { page, person, theme, address } }: { view: OfficeView }) {
  const { light, dark } = useInboxWords().navigation.theme;
  return (
    <div id="menu" popover="auto" className="office-sheet office-menu">
      <nav aria-label="Further pages">
        <ul>
          {furtherPages.map(({ page: name, to, label }) => (
            <li key={to}>
              <a href={to} aria-current={page === name ? 'page' : undefined} className="menu-item">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="post" action="/theme">
        <input type="hidden" name="back" value={address} />
        <button type="submit" name="theme" value={theme === 'dark' ? 'light' : 'dark'} className="menu-item">
          {theme === 'dark' ? light : dark}
        </button>
      </form>
      <form method="post" action="/sign-out">
        <button type="submit" className="menu-item">
          Sign out
        </button>
        <p className="person">{person}</p>
      </form>
    </div>
  );
}
