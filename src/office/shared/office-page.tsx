import type { ReactNode } from 'react';
import type { IconNode } from 'lucide';
import { Icon } from '../../site/components/icon.tsx';
import { HtmlDocument, Logo, logoClassName } from './html-document.tsx';
import { UserText } from './user-text.tsx';
import { usePageContext, useCurrentUser } from './page-context.ts';
import { NoticeBanner, SiteProblemNotice } from './notices.tsx';
import { KeyList, KeyListButton } from './keys.tsx';
import { PostButton } from './post-button.tsx';

interface OfficePageProps {
  title: string;
  /** Heading, if not the title. */
  heading?: string;
  /** What can be done after the action that the notice tells of. */
  noticeActions?: ReactNode;
  /** Content above the heading. */
  aboveHeading?: ReactNode;
  /** Purpose of the page, below the heading. */
  lead?: ReactNode;
  /** Path of the current item in the navigation. */
  currentPath?: string | undefined;
  /** Search query. */
  query?: string | undefined;
  children: ReactNode;
}

/** Renders a page for a signed-in person. On wide screens its header is a column beside it. */
export function OfficePage(props: OfficePageProps) {
  const { title, heading = title, noticeActions, aboveHeading, lead, currentPath, query, children } = props;
  const { notice, usesKeys } = useCurrentUser();
  return (
    <HtmlDocument title={title}>
      <body className={bodyClassName}>
        <a
          href="#main"
          className="absolute top-2 left-2 z-10 bg-action px-5 py-3 font-semibold text-on-action not-focus:sr-only print:hidden"
        >
          Skip to content
        </a>
        <Header currentPath={currentPath} query={query} />
        <main id="main" tabIndex={-1} className={mainClassName}>
          <SiteProblemNotice />
          <NoticeBanner notice={notice}>{noticeActions}</NoticeBanner>
          <header className="mb-4 flex flex-wrap items-baseline gap-x-6">
            {aboveHeading === undefined ? null : <div className="w-full">{aboveHeading}</div>}
            <h1 className="overflow-clip py-[0.1em] wrap-anywhere">
              <UserText text={heading} />
            </h1>
            {lead === undefined ? null : (
              <div className="flex-[1_1_20rem] py-1 text-pretty text-quiet has-[svg]:basis-full">{lead}</div>
            )}
          </header>
          {children}
        </main>
        {usesKeys ? <KeyList /> : null}
      </body>
    </HtmlDocument>
  );
}

const bodyClassName =
  'grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] column:grid-cols-[minmax(15rem,1fr)_minmax(0,88rem)_minmax(0,1fr)] column:grid-rows-1 print:block';
const mainClassName = 'min-w-0 px-(--gutter) pt-7 pb-16 column:px-[clamp(2rem,4vw,4rem)] column:pt-7 column:pb-20';

/** Renders the header. On small screens search and menu are native popovers without script; else both are open. */
function Header({ currentPath, query = '' }: Pick<OfficePageProps, 'currentPath' | 'query'>) {
  const canSeeEnquiries = useCurrentUser().roles.includes('enquiries');
  return (
    <header className={`${headerClassName} print:hidden`}>
      <div className="flex min-h-13 items-center gap-[0.6rem]">
        <a href="/open" className={`${logoClassName} mr-auto`}>
          <Logo />
        </a>
        {canSeeEnquiries ? (
          <button
            type="button"
            popoverTarget="search"
            aria-label="Search"
            className={`${iconButtonClassName} column:hidden`}
          >
            <Icon shapes={searchIcon} />
          </button>
        ) : null}
        <button type="button" popoverTarget="menu" aria-label="Menu" className={`${iconButtonClassName} column:hidden`}>
          <Icon shapes={menuIcon} />
        </button>
      </div>
      {canSeeEnquiries ? (
        <search id="search" popover="auto" className={popoverClassName}>
          <form action="/search" className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1">
            <label htmlFor="words" className="col-span-full font-semibold">
              Search
            </label>
            <input id="words" name="words" type="search" defaultValue={query} data-key="/" className="field" />
            <button type="submit" className={iconButtonClassName} aria-label="Search for these words">
              <Icon shapes={searchIcon} />
            </button>
          </form>
        </search>
      ) : null}
      <Folders currentPath={currentPath} />
      <Menu currentPath={currentPath} />
    </header>
  );
}

const headerClassName =
  'px-(--gutter) pt-2 column:sticky column:top-0 column:grid column:h-dvh column:auto-rows-min column:grid-cols-[minmax(0,14rem)] column:justify-end column:gap-4 column:overflow-y-auto column:border-r column:border-hairline column:px-6 column:py-4';
const popoverClassName =
  'absolute inset-x-0 top-[3.9rem] bottom-auto w-auto max-w-none border-y border-hairline bg-raised px-(--gutter) pt-4 pb-5 [box-shadow:var(--shadow)] column:static column:block column:h-auto column:overflow-visible column:border-0 column:bg-transparent column:p-0 column:[box-shadow:none]';
const iconButtonClassName =
  'grid size-11 place-items-center rounded-full border border-outline hover:border-lamp hover:text-lamp [&_svg]:size-[1.2rem]';

// Copied from the icon library: loading it would take longer than everything else in the office.
const menuIcon: IconNode = [
  ['path', { d: 'M4 5h16' }],
  ['path', { d: 'M4 12h16' }],
  ['path', { d: 'M4 19h16' }],
];
const searchIcon: IconNode = [
  ['path', { d: 'm21 21-4.34-4.34' }],
  ['circle', { cx: '11', cy: '11', r: '8' }],
];

function Folders({ currentPath }: Pick<OfficePageProps, 'currentPath'>) {
  const { folders, counts } = useCurrentUser();
  if (counts === undefined) return null;
  return (
    <nav aria-label="Folders" className="mt-[0.4rem] font-medium">
      <ul className="flex snap-x snap-mandatory gap-x-5 overflow-x-auto border-t border-hairline whitespace-nowrap column:grid">
        {folders.map(({ path, title, countKey }) => (
          <li key={path} className="shrink-0 snap-start has-[[aria-current]]:[scroll-initial-target:nearest]">
            <a href={path} aria-current={path === currentPath ? 'page' : undefined} className={folderClassName}>
              {title}{' '}
              <span className="count font-normal text-quiet column:order-1 column:ml-auto">
                {counts[countKey].toLocaleString('en-GB')}
              </span>
              {countKey === 'open' && counts.overdue > 0 ? (
                <span className="text-small text-balloon"> {counts.overdue.toLocaleString('en-GB')} overdue</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const folderClassName =
  'target h-full gap-x-2 border-b border-hairline hover:text-lamp aria-[current]:border-lamp aria-[current]:text-lamp';

function Menu({ currentPath }: Pick<OfficePageProps, 'currentPath'>) {
  const { theme, url, content } = usePageContext();
  const { person, roles, furtherPages, usesKeys } = useCurrentUser();
  const visiblePages = furtherPages.filter(({ role }) => role === undefined || roles.includes(role));
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <div id="menu" popover="auto" className={popoverClassName}>
      <nav aria-label="Further pages">
        <ul>
          {visiblePages.map(({ path, title }) => (
            <li key={path}>
              <a href={path} aria-current={path === currentPath ? 'page' : undefined} className={menuItemClassName}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {usesKeys ? <KeyListButton className={`${menuItemClassName} text-left`} /> : null}
      <PostButton action="/theme" fields={{ back: url, theme: otherTheme }} className={menuItemClassName}>
        {content.navigation.theme[otherTheme]}
      </PostButton>
      <PostButton action="/sign-out" className={menuItemClassName}>
        Sign out
      </PostButton>
      <p className="text-small text-quiet">{person}</p>
    </div>
  );
}

const menuItemClassName =
  'target w-full font-medium hover:text-lamp aria-[current]:text-lamp aria-[current]:[box-shadow:0_1px_var(--lamp)]';
