import { AccountPage } from '../door/account-page.tsx';
import { ContactFactsPage } from '../words/contact-facts-page.tsx';
import { EnquiryPage } from './enquiry-page.tsx';
import { ErasePage } from './erase-page.tsx';
import { HistoryPage } from './history-page.tsx';
import { InvitationPage } from '../door/invitation-page.tsx';
import { ListPage } from './list-page.tsx';
import { MessagePage } from '../parts/message-page.tsx';
import { SignInPage } from '../door/sign-in-page.tsx';
import type { InboxView } from '../parts/view.ts';

/** The whole document of a page. */
export function InboxPage({ view }: { view: InboxView }) {
  switch (view.page) {
    case 'list':
      return <ListPage view={view} />;
    case 'enquiry':
      return <EnquiryPage view={view} />;
    case 'erase':
      return <ErasePage view={view} />;
    case 'contact facts':
      return <ContactFactsPage view={view} />;
    case 'history':
      return <HistoryPage view={view} />;
    case 'account':
      return <AccountPage view={view} />;
    case 'sign in':
      return <SignInPage view={view} />;
    case 'invitation':
      return <InvitationPage view={view} />;
    case 'message':
      return <MessagePage view={view} />;
  }
}
