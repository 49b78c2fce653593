import { createContext, use } from 'react';
import type { Content } from '../../content/content-models.ts';
import type { Role } from '../../accounts/roles.ts';
import type { Alert } from '../../enquiries/alerts.ts';
import type { InboxCounts } from '../../enquiries/health.ts';

/** Context of a page, taken from the request. */
export interface PageContext {
  theme: 'dark' | 'light';
  /** Path and query of this page, for forms that return to it. */
  url: string;
  now: Date;
  /** Published content. */
  content: Content;
  /** Script of the page: passkey prompt, the keys and drafts of the inbox, or the content editor. */
  script?: 'passkey' | 'inbox' | 'editor' | undefined;
  /** Present on pages for signed-in people. */
  currentUser?: SignedInHeader | undefined;
}

/** Signed-in person, and what the header shows them. */
export interface SignedInHeader extends Navigation {
  /** E-mail address. */
  person: string;
  /** Name, or empty. */
  personName: string;
  /** Names of people by e-mail address, as far as they gave one. */
  names: ReadonlyMap<string, string>;
  roles: readonly Role[];
  /** True if single keys act. */
  usesKeys: boolean;
  /** Counts of enquiries; only with the role `enquiries`. */
  counts: InboxCounts | undefined;
  /** Open alerts, or that mail is held since a backup was restored. */
  alerts?: readonly Pick<Alert, 'problem' | 'since'>[];
  /** Result of the last action, at the top of the page. */
  notice?: Notice | undefined;
}

/** Links of the header, filtered by role. Folders require `enquiries`; `countKey` is the count beside the link. */
export interface Navigation {
  folders: readonly { path: string; title: string; countKey: keyof InboxCounts }[];
  furtherPages: readonly { path: string; title: string; role?: Role }[];
}

/** Message at the top of a page. */
export interface Notice {
  kind: 'done' | 'problem';
  text: string;
  /** Name of what was done, in URLs. */
  action?: string;
  /** Further lines: actions of others in the meantime. */
  details?: readonly string[];
  /** Name of the form field that it is about, beside which it is repeated. */
  fieldName?: string | undefined;
}

/** React context of every page. */
export const PageContextProvider = createContext<PageContext | undefined>(undefined);

/** Returns the context of the page. Throws outside a page of the office. */
export function usePageContext(): PageContext {
  const pageContext = use(PageContextProvider);
  if (!pageContext) throw new Error('usePageContext is used outside a page of the office');
  return pageContext;
}

/** Returns the signed-in person. Throws on a page without one. */
export function useCurrentUser(): SignedInHeader {
  const { currentUser } = usePageContext();
  if (!currentUser) throw new Error('useCurrentUser is used on a page without a signed-in person');
  return currentUser;
}
