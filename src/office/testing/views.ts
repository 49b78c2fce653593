import type { ComponentProps, ReactElement } from 'react';

import { AccountPage } from '../auth/account.tsx';
import { StatisticsPage } from '../statistics/statistics.tsx';
import { HelpPage } from '../help.tsx';
import { InvitationPage } from '../auth/invitations.tsx';
import { InvitationLinkPage, PeoplePage, PersonPage } from '../people/people-pages.tsx';
import { SignInPage } from '../auth/sign-in.tsx';
import { AddEnquiryPage } from '../inbox/add-enquiry.tsx';
import { EnquiryPage } from '../inbox/enquiry.tsx';
import { CloseConfirmationPage } from '../inbox/bulk-closing.tsx';
import { EraseConfirmationPage } from '../inbox/erase.tsx';
import { ExportPage } from '../inbox/export.tsx';
import { HistoryPage } from '../inbox/history.tsx';
import { EnquiryListPage } from '../inbox/list.tsx';
import { OtherMailListPage, OtherMailPage } from '../inbox/other-mail.tsx';
import type { PageContext, SignedInHeader } from '../shared/page-context.ts';
import { ErrorPage } from '../shared/error-responses.tsx';
import { PublishPage } from '../content/publish-page.tsx';
import { ContentPage } from '../content/content-page.tsx';
import { FieldHistoryPage } from '../content/field-history.tsx';
import { UndoPage } from '../content/undo.tsx';
import { RevisionPage, RevisionListPage } from '../content/revision-pages.tsx';

/** Page components by their names in tests. */
export const pageComponents = {
  list: EnquiryListPage,
  enquiry: EnquiryPage,
  'other mail': OtherMailListPage,
  mail: OtherMailPage,
  'add enquiry': AddEnquiryPage,
  close: CloseConfirmationPage,
  erase: EraseConfirmationPage,
  export: ExportPage,
  content: ContentPage,
  publish: PublishPage,
  revisions: RevisionListPage,
  revision: RevisionPage,
  'field history': FieldHistoryPage,
  undo: UndoPage,
  people: PeoplePage,
  person: PersonPage,
  invited: InvitationLinkPage,
  history: HistoryPage,
  account: AccountPage,
  statistics: StatisticsPage,
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
    : Pick<SignedInHeader, 'person' | 'personName' | 'names' | 'roles' | 'usesKeys' | 'counts' | 'notice'>) & {
    page: Page;
  };

export type AnyView = { [Page in PageName]: View<Page> }[PageName];

/** Returns the props and context of a page as JSON, in place of its HTML. */
export function renderViewAsJson({ type, props }: ReactElement, { currentUser, ...pageContext }: PageContext): string {
  const [page] = Object.entries(pageComponents).find(([, component]) => component === type) ?? [];
  return JSON.stringify({ page, ...pageContext, content: undefined, ...currentUser, ...Object(props) });
}
