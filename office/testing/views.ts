import type { ComponentProps, ReactElement } from 'react';

import { AccountPage } from '../auth/account.tsx';
import { InvitationPage } from '../auth/invitations.tsx';
import { InvitedPage, PeoplePage, PersonPage } from '../people/people-pages.tsx';
import { SignInPage } from '../auth/sign-in.tsx';
import { EnquiryPage } from '../inbox/enquiry.tsx';
import { ErasePage } from '../inbox/erase.tsx';
import { ExportPage } from '../inbox/export.tsx';
import { HistoryPage } from '../inbox/history.tsx';
import { ListPage } from '../inbox/list.tsx';
import type { PageContext, CurrentUser } from '../shared/page-context.ts';
import { RefusalPage } from '../shared/refusals.tsx';
import { PublishPage } from '../content/publish.tsx';
import { WordsPage } from '../content/start.tsx';
import { VersionPage, VersionsPage } from '../content/versions.tsx';

/** Page components by their names in tests. */
export const pages = {
  list: ListPage,
  enquiry: EnquiryPage,
  erase: ErasePage,
  export: ExportPage,
  words: WordsPage,
  publish: PublishPage,
  versions: VersionsPage,
  version: VersionPage,
  people: PeoplePage,
  person: PersonPage,
  invited: InvitedPage,
  history: HistoryPage,
  account: AccountPage,
  'sign in': SignInPage,
  invitation: InvitationPage,
  message: RefusalPage,
};

export type PageName = keyof typeof pages;
type AtDoor = 'sign in' | 'invitation' | 'message';

/** Props and context of a page. */
export type View<Page extends PageName> = ComponentProps<(typeof pages)[Page]> &
  Pick<PageContext, 'theme' | 'address' | 'now'> &
  (Page extends AtDoor ? unknown : Pick<CurrentUser, 'person' | 'roles' | 'counts' | 'notice'>) & { page: Page };

export type AnyView = { [Page in PageName]: View<Page> }[PageName];

/** Returns the props and context of a page as JSON, in place of its HTML. */
export function viewAsJson({ type, props }: ReactElement, { office, ...frame }: PageContext): string {
  const [page] = Object.entries(pages).find(([, component]) => component === type) ?? [];
  return JSON.stringify({ page, ...frame, words: undefined, ...office, ...Object(props) });
}
