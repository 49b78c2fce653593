import { createContext, use } from 'react';

import type { Content } from '../../content/content-types.ts';
import type { Role } from '../../accounts/roles.ts';
import type { OfficeCounts } from '../../enquiries/health.ts';

/** What every page has besides its own: the request gives it. */
export interface PageContext {
  theme: 'dark' | 'light';
  /** The address of this page with its query, for what has to come back to it. */
  address: string;
  now: Date;
  /** Those that visitors see. */
  words: Content;
  /** The one that the page has: it asks for a passkey, keeps what is typed when the page is closed, or is the editor of the words. */
  script?: 'passkey' | 'kept' | 'editor' | undefined;
  /** Of a page for a person who has signed in. */
  office?: CurrentUser | undefined;
}

export interface CurrentUser extends Navigation {
  /** The e-mail address of whoever has signed in. */
  person: string;
  roles: readonly Role[];
  /** Of the enquiries; only for who has to do with them. */
  counts: OfficeCounts | undefined;
  /** Whether no mail goes out since a backup was restored; for the same. */
  isHeld?: boolean;
  /** What became of the last act, above everything else. */
  notice?: Notice | undefined;
}

/** Where the header leads: to what the person's roles open. The folders are for `enquiries`. */
export interface Navigation {
  folders: readonly { to: string; title: string; counted: keyof OfficeCounts }[];
  furtherPages: readonly { to: string; title: string; role?: Role }[];
}

export interface Notice {
  kind: 'done' | 'problem';
  text: string;
  /** What was done, where this tells of it: see `doneWords`. */
  act?: string;
  /** Further lines: what others have done meanwhile. */
  details?: readonly string[];
}

/** Around each page. */
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
