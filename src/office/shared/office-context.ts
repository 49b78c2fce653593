import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import type { InvitationMailDetails } from '../../accounts/invitation-mail.ts';
import type { PeopleRepository } from '../../accounts/people.ts';
import type { ContentRepository } from '../../content/content-repository.ts';
import type { Content } from '../../content/content-models.ts';
import type { ContentFiles } from '../../content/merge-content.ts';
import type { RevisionStore } from '../../content/revisions.ts';
import type { AssetStore } from '../../database/asset-store.ts';
import type { EnquiryService } from '../../enquiries/enquiry-service.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import type { Clock } from '../../process/clock.ts';
import type { Log } from '../../process/log.ts';
import type { DraftLinkStore } from '../../content/draft-links.ts';
import type { Preview } from '../../server/site-preview.ts';
import type { StaticFile } from '../../server/static-files.ts';
import type { Statistics } from '../../statistics/statistics.ts';
import type { Navigation, PageContext } from './page-context.ts';
import type { ReturnTarget } from './return-path.ts';

/** Why somebody has to sign in again. */
export type SignInReason = 'ended' | 'proof' | 'publish';

/** Services of the application that the office uses. */
export interface OfficeServices {
  /** `isMailboxRead`: what visitors write back is read from a mailbox. */
  config: Record<'isMailboxRead' | 'countsViews', boolean> & {
    officePort: number | undefined;
    officeUrl: string | undefined;
    siteUrl: string;
    trustProxy: number;
  };
  log: Log;
  clock: Pick<Clock, 'now'>;
  enquiries: EnquiryService;
  people: PeopleRepository;
  statistics: Pick<Statistics, 'readReport'>;
  contentRepository: ContentRepository;
  revisionStore: RevisionStore;
  /** Has the files of pictures. */
  assetStore: AssetStore;
  draftLinks: DraftLinkStore;
  /** Returns the published content. */
  getContent: () => Content;
  /** Sends an invitation at once; absent if the site sends no mail. */
  mailInvitation?: ((invitation: InvitationMailDetails) => Promise<SendOutcome>) | undefined;
}

/** The website that the office edits, and the files of the office's own pages. */
export interface OfficeSite {
  /** Styles, scripts and guides of the pages, built from `browser-files.ts`. */
  browserFiles: Record<
    'styles' | 'passkeyScript' | 'draftScript' | 'inboxScript' | 'officeGuide' | 'editingGuide',
    string
  >;
  /** Files of the website by path: see `selectOfficeFiles`. */
  files: ReadonlyMap<string, StaticFile>;
  /** Loads the newest revision on this server at once. Resolves to the number of the revision that visitors see. */
  loadNewestRevision(): Promise<number>;
  /** Returns a renderer of the website with this content, beside the published one. */
  createPreview(files: ContentFiles): Preview & { content: Content };
}

/** What every handler of the office can reach. */
export interface OfficeContext extends OfficeServices {
  site: OfficeSite;
  navigation: Navigation;
  /** Notices of actions on enquiries, by their names in URLs. */
  actionNotices: Readonly<Record<string, string>>;
  /** Sends the sign-in page: the session has ended, or the action, such as to publish, needs a proof. */
  promptSignIn: (exchange: OfficeExchange, returnTarget: ReturnTarget, reason: SignInReason) => FastifyReply;
  /** Returns a page as an HTML document. */
  renderPage: (page: ReactElement, pageContext: PageContext) => string;
}

/** The office and a reply, which has its request. */
export interface OfficeExchange {
  office: OfficeContext;
  reply: FastifyReply;
}
