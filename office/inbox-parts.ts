import type { InboxView } from './parts/view.ts';
import type { Clock } from '../enquiries/core/clock.ts';
import type { ContactSettings } from '../enquiries/core/contact-settings.ts';
import type { Enquiries } from '../enquiries/core/enquiries.ts';
import type { People } from '../enquiries/core/people.ts';
import type { OverloadLimits } from '../server/overload.ts';
import type { StoredFile } from '../server/stored-files.ts';
import type { Log } from '../process/log.ts';

/** What the build of the website has for the inbox. */
export interface InboxPages {
  /** A whole HTML document. */
  renderInbox(view: InboxView): string;
  inboxStyles: string;
  passkeyScript: string;
}

/** What the inbox is built from. */
export interface InboxParts {
  config: { inboxUrl: string | undefined; trustProxy: number };
  log: Log;
  enquiries: Pick<
    Enquiries,
    'list' | 'count' | 'each' | 'find' | 'officeCounts' | 'deliveries' | 'activity' | 'act' | 'erase' | 'keep'
  >;
  contactSettings: Pick<ContactSettings, 'details' | 'set' | 'reset'>;
  people: People;
  pages: InboxPages;
  /** Of the website, by their addresses; the inbox serves its typefaces and its icon. */
  files: ReadonlyMap<string, StoredFile>;
  /** Hours within which the site promises an answer. */
  promiseHours: number;
  clock?: Pick<Clock, 'now'>;
  /** For tests that cannot wait for the usual ones. */
  overloadLimits?: Partial<OverloadLimits>;
}
