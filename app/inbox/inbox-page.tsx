import { AccountPage } from './account-page.tsx';
import { ContactFactsPage } from './contact-facts-page.tsx';
import { EnquiryPage } from './enquiry-page.tsx';
import { ErasePage } from './erase-page.tsx';
import { HistoryPage } from './history-page.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { ListPage } from './list-page.tsx';
import { MessagePage } from './message-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import type { InboxView } from './view.ts';

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
