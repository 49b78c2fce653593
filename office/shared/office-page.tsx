import type { ReactNode } from 'react';
import type { IconNode } from 'lucide';

import { Icon } from '../../site/components/icon.tsx';
import { Document, Logo, logoLook } from './document.tsx';
import { UserText } from './user-text.tsx';
import { usePageContext, useCurrentUser } from './page-context.ts';
import { MailNotice, ShownNotice } from './notices.tsx';
import { PostButton } from './post-button.tsx';

interface OfficePageProps {
  title: string;
  /** Heading, if not the title. */
  heading?: string;
  /** Content above the heading. */
  above?: ReactNode;
  /** Purpose of the page, below the heading. */
  lead?: ReactNode;
  /** Path of the current item in the navigation. */
  here?: string;
  /** Search query. */
  search?: string;
  children: ReactNode;
}

/** Renders a page for a signed-in person. On wide screens its header is a column beside it. */
export function OfficePage({ title, heading = title, above, lead, here, search, children }: OfficePageProps) {
  const { notice } = useCurrentUser();
  return (
    <Document title={title}>
      <body className={office}>
        <a
          href="#main"
          className="absolute top-2 left-2 z-10 bg-action px-5 py-3 font-semibold text-on-action not-focus:sr-only print:hidden"
        >
          Skip to content
        </a>
        <Header here={here} search={search} />
        <main id="main" tabIndex={-1} className={mainPadding}>
          <MailNotice />
          <ShownNotice notice={notice} />
          <header className="mb-6">
            {above}
            <h1 className="overflow-clip py-[0.1em] wrap-anywhere">
              <UserText text={heading} />
            </h1>
            {lead === undefined ? null : <div className="mt-2 max-w-(--measure) text-quiet">{lead}</div>}
          </header>
          {children}
        </main>
      </body>
    </Document>
  );
}

const office =
  'grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] column:grid-cols-[minmax(17rem,1fr)_minmax(0,70rem)_minmax(0,1fr)] column:grid-rows-1 print:block';
const mainPadding = 'min-w-0 px-(--gutter) pt-7 pb-16 column:px-[clamp(2rem,4vw,4rem)] column:pt-9 column:pb-20';

/** Renders the header. On small screens search and menu are native popovers without script; else both are open. */
function Header({ here, search = '' }: { here: string | undefined; search: string | undefined }) {
  const isInbox = useCurrentUser().roles.includes('enquiries');
  return (
    <header className={`${headerLook} print:hidden`}>
      <div className="flex min-h-13 items-center gap-[0.6rem]">
        <a href="/waiting" className={`${logoLook} mr-auto`}>
          <Logo />
        </a>
        {isInbox ? (
          <button type="button" popoverTarget="search" aria-label="Search" className={`${iconButton} column:hidden`}>
            <Icon shapes={searchIcon} />
          </button>
        ) : null}
        <button type="button" popoverTarget="menu" aria-label="Menu" className={`${iconButton} column:hidden`}>
          <Icon shapes={menuIcon} />
        </button>
      </div>
      {isInbox ? (
        <search id="search" popover="auto" className={sheet}>
          <form action="/search" className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1">
            <label htmlFor="words" className="col-span-full font-semibold">
              Search
            </label>
            <input id="words" name="words" type="search" defaultValue={search} className="field" />
            <button type="submit" className={iconButton} aria-label="Search for these words">
              <Icon shapes={searchIcon} />
            </button>
          </form>
        </search>
      ) : null}
      <Folders here={here} />
      <Menu here={here} />
    </header>
  );
}

const headerLook =
  'px-(--gutter) pt-2 column:sticky column:top-0 column:grid column:h-dvh column:auto-rows-min column:grid-cols-[minmax(0,14rem)] column:justify-end column:gap-5 column:overflow-y-auto column:border-r column:border-hairline column:px-6 column:py-5';
const sheet =
  'absolute inset-x-0 top-[3.9rem] bottom-auto w-auto max-w-none border-y border-hairline bg-raised px-(--gutter) pt-4 pb-5 [box-shadow:var(--shadow)] column:static column:block column:h-auto column:overflow-visible column:border-0 column:bg-transparent column:p-0 column:[box-shadow:none]';
const iconButton =
  'grid size-11 place-items-center rounded-full border border-outline hover:border-lamp hover:text-lamp [&_svg]:size-[1.2rem]';

// Copied from the icon library: loading it would take longer than everything else in the inbox.
const menuIcon: IconNode = [
  ['path', { d: 'M4 5h16' }],
  ['path', { d: 'M4 12h16' }],
  ['path', { d: 'M4 19h16' }],
];
const searchIcon: IconNode = [
  ['path', { d: 'm21 21-4.34-4.34' }],
  ['circle', { cx: '11', cy: '11', r: '8' }],
];

function Folders({ here }: { here: string | undefined }) {
  const { folders, counts } = useCurrentUser();
  if (counts === undefined) return null;
  return (
    <nav aria-label="Folders" className="mt-[0.4rem] font-medium">
      <ul className="grid grid-cols-[1fr_1fr] gap-x-5 border-t border-hairline column:grid-cols-[1fr]">
        {folders.map(({ to, title, counted }) => (
          <li key={to}>
            <a href={to} aria-current={to === here ? 'page' : undefined} className={folder}>
              {title}{' '}
              <span className="count font-normal text-quiet column:ml-auto">
                {counts[counted].toLocaleString('en-GB')}
              </span>
              {counted === 'waiting' && counts.overdue > 0 ? (
                <span className="text-small text-balloon column:w-full column:leading-[1.2]">
                  {' '}
                  {counts.overdue.toLocaleString('en-GB')} overdue
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const folder =
  'target h-full flex-wrap gap-x-2 border-b border-hairline py-[0.4rem] hover:text-lamp aria-[current]:border-lamp aria-[current]:text-lamp';

function Menu({ here }: { here: string | undefined }) {
  const { theme, address, words } = usePageContext();
  const { person, roles, furtherPages } = useCurrentUser();
  const open = furtherPages.filter(({ role }) => role === undefined || roles.includes(role));
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div id="menu" popover="auto" className={sheet}>
      <nav aria-label="Further pages">
        <ul>
          {open.map(({ to, title }) => (
            <li key={to}>
              <a href={to} aria-current={to === here ? 'page' : undefined} className={menuItem}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <PostButton to="/theme" fields={{ back: address, theme: other }} className={menuItem}>
        {words.navigation.theme[other]}
      </PostButton>
      <PostButton to="/sign-out" className={menuItem}>
        Sign out
      </PostButton>
      <p className="text-small text-quiet">{person}</p>
    </div>
  );
}

const menuItem =
  'target w-full font-medium hover:text-lamp aria-[current]:text-lamp aria-[current]:[box-shadow:0_1px_var(--lamp)]';
