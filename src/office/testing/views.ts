import type { ComponentProps, ReactElement } from 'react';

import { AccountPage } from '../auth/account.tsx';
import { NumbersPage } from '../numbers/numbers.tsx';
import { HelpPage } from '../help.tsx';
import { InvitationPage } from '../auth/invitations.tsx';
import { InvitationLinkPage, PeoplePage, PersonPage } from '../people/people-pages.tsx';
import { SignInPage } from '../auth/sign-in.tsx';
import { EnquiryPage } from '../inbox/enquiry.tsx';
import { ErasePage } from '../inbox/erase.tsx';
import { ExportPage } from '../inbox/export.tsx';
import { HistoryPage } from '../inbox/history.tsx';
import { EnquiryListPage } from '../inbox/list.tsx';
import { OtherMailListPage, OtherMailPage } from '../inbox/other-mail.tsx';
import type { PageContext, CurrentUser } from '../shared/page-context.ts';
import { ErrorPage } from '../shared/error-responses.tsx';
import { PublishPage } from '../content/publish.tsx';
import { ContentPage } from '../content/content-page.tsx';
import { RevisionPage, RevisionListPage } from '../content/revision-pages.tsx';

/** Page components by their names in tests. */
export const pageComponents = {
  list: EnquiryListPage,
  enquiry: EnquiryPage,
  'other mail': OtherMailListPage,
  mail: OtherMailPage,
  erase: ErasePage,
  export: ExportPage,
  words: ContentPage,
  publish: PublishPage,
  versions: RevisionListPage,
  version: RevisionPage,
  people: PeoplePage,
  person: PersonPage,
  invited: InvitationLinkPage,
  history: HistoryPage,
  account: AccountPage,
  numbers: NumbersPage,
  help: HelpPage,
  'sign in': SignInPage,
  invitation: InvitationPage,
  message: ErrorPage,
};

export type PageName = keyof typeof pageComponents;
type PageWithoutUser = 'sign in' | 'invitation' | 'message';

/** Props and context of a page. */
export type View<Page extends PageName> = ComponentProps<(typeof pageComponents)[Page]> &
  Pick<PageContext, 'theme' | 'url' | 'now'> &
  (Page extends PageWithoutUser
    ? unknown
    : Pick<CurrentUser, 'person' | 'personName' | 'names' | 'roles' | 'counts' | 'notice'>) & {
    page: Page;
  };

export type AnyView = { [Page in PageName]: View<Page> }[PageName];

/** Returns the props and context of a page as JSON, in place of its HTML. */
export function renderViewAsJson({ type, props }: ReactElement, { currentUser, ...pageContext }: PageContext): string {
  const [page] = Object.entries(pageComponents).find(([, component]) => component === type) ?? [];
  return JSON.stringify({ page, ...pageContext, words: undefined, ...currentUser, ...Object(props) });
}
