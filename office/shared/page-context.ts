import { createContext, use } from 'react';

import type { Content } from '../../content/content-types.ts';
import type { Role } from '../../accounts/roles.ts';
import type { OfficeCounts } from '../../enquiries/health.ts';

/** Context of every page, taken from the request. */
export interface PageContext {
  theme: 'dark' | 'light';
  /** Path and query of this page, for forms that return to it. */
  address: string;
  now: Date;
  /** Live content. */
  words: Content;
  /** Script of the page: passkey prompt, saving of drafts in the browser, or the content editor. */
  script?: 'passkey' | 'kept' | 'editor' | undefined;
  /** Present on pages for signed-in people. */
  office?: CurrentUser | undefined;
}

export interface CurrentUser extends Navigation {
  /** E-mail address. */
  person: string;
  roles: readonly Role[];
  /** Counts of enquiries; only with the role `enquiries`. */
  counts: OfficeCounts | undefined;
  /** True if mail is held since a backup was restored; only with the role `enquiries`. */
  isHeld?: boolean;
  /** Result of the last action, at the top of the page. */
  notice?: Notice | undefined;
}

/** Links of the header, filtered by the person's roles. The folders require `enquiries`. */
export interface Navigation {
  folders: readonly { to: string; title: string; counted: keyof OfficeCounts }[];
  furtherPages: readonly { to: string; title: string; role?: Role }[];
}

export interface Notice {
  kind: 'done' | 'problem';
  text: string;
  /** Name of the completed action: see `doneWords`. */
  act?: string;
  /** Further lines: actions of others in the meantime. */
  details?: readonly string[];
}

/** Provider around each page. */
export const FrameContext = createContext<PageContext | undefined>(undefined);

export function usePageContext(): PageContext {
  const frame = use(FrameContext);
  if (!frame) throw new Error('A page of the office is shown without its frame');
  return frame;
}

export function useCurrentUser(): CurrentUser {
  const { office } = usePageContext();
  if (!office) throw new Error('A page of the office is shown to nobody');
  return office;
}
