import type { FastifyReply } from 'fastify';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { formatDayAndTime, formatDueTime } from '../../enquiries/response-target.ts';
import type { Reminder, StoredEnquiry } from '../../enquiries/model.ts';
import { type PageContext, useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { homePath } from '../shared/return-path.ts';
import { pluralise } from '../../text/format-text.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { PageLinks } from '../shared/paging.tsx';
import { addEnquiryPath } from './add-enquiry.tsx';
import { BulkActions, singleItemFormId } from './action-forms.tsx';
import { listClosedTogether, ReopenButton } from './bulk-closing.tsx';
import { EnquiryItem } from './enquiry-item.tsx';
import { formatExportUrl } from './export.tsx';
import { type Folder, earlierFolders, emptyQueryTexts, folders } from './folders.ts';
import { type LoadedEnquiryList, loadEnquiryList } from './listing.ts';
import { getReplyTime, silentVisitorText, TimeRemainingDrawing } from './status-badge.tsx';

/** Registers GET / (a redirect), the folders and /search. */
export function registerEnquiryListRoutes({ publicApp, get }: StaffRoutes): void {
  publicApp.get('/', async (_request, reply) => reply.redirect(homePath, 302));
  for (const [earlier, folder] of earlierFolders)
    publicApp.get(`/${earlier}`, async ({ url }, reply) => reply.redirect(url.replace(earlier, folder), 308));
  for (const folder of Object.keys(folders))
    get(`/${folder}`, async (request) => {
      const listing = await loadEnquiryList(request, request.reply.request.url);
      return listing === null ? sendError(request, 404) : sendEnquiryListPage(request, listing);
    });
}

/** Sends a page of a folder or search. */
export async function sendEnquiryListPage(
  request: StaffRequest,
  listing: LoadedEnquiryList,
  settings?: StaffPageSettings,
): Promise<FastifyReply> {
  const possibleAssignees = await request.office.people.listEmailsWithRole('enquiries');
  const closedTogether = await listClosedTogether(request);
  const page = <EnquiryListPage {...listing} possibleAssignees={possibleAssignees} closedTogether={closedTogether} />;
  return sendStaffPage(request, page, settings);
}

interface EnquiryListPageProps extends LoadedEnquiryList {
  possibleAssignees: readonly string[];
  /** What the person has just closed, with the versions. */
  closedTogether: readonly string[];
}

/** Renders a page of a folder or search. */
export function EnquiryListPage(props: EnquiryListPageProps) {
  const { folder, query, items } = props;
  const { title, lead } = folders[folder];
  return (
    <OfficePage
      title={query === '' ? title : `${title}: ${query}`}
      lead={folder === 'open' ? <OpenLead /> : items.length > 0 ? lead : undefined}
      currentPath={`/${folder}`}
      query={query}
      noticeActions={<ReopenClosed chosen={props.closedTogether} />}
    >
      {items.length > 0 ? (
        <EnquiryListForm listing={props} possibleAssignees={props.possibleAssignees} />
      ) : (
        <EmptyFolder {...props} />
      )}
    </OfficePage>
  );
}

interface ListFormProps {
  listing: LoadedEnquiryList;
  possibleAssignees: readonly string[];
}

/** Renders the button that takes back what the notice tells of, only if it comes from the office itself. */
function ReopenClosed({ chosen }: { chosen: readonly string[] }) {
  const { url } = usePageContext();
  return useCurrentUser().notice?.action === 'close' ? <ReopenButton chosen={chosen} returnPath={url} /> : null;
}

/** Renders in one line what is urgent, and how an enquiry is added. */
function OpenLead() {
  const { overdue = 0, dueToday = 0 } = useCurrentUser().counts ?? {};
  return (
    <div className="links row justify-between">
      <p>
        {overdue > 0 ? <span className="text-balloon">{overdue} overdue</span> : null}
        {overdue > 0 && dueToday > 0 ? ', ' : null}
        {dueToday > 0 ? `${dueToday} due today` : overdue > 0 ? null : 'Nothing is due today'}
      </p>
      <a href={addEnquiryPath} className="link print:hidden">
        Add an enquiry…
      </a>
    </div>
  );
}

function EmptyFolder({ folder, query }: LoadedEnquiryList) {
  const { emptyHeading, emptyText } = folder === 'search' && query === '' ? emptyQueryTexts : folders[folder];
  return (
    <div className="max-w-(--measure) py-4">
      <TimeRemainingDrawing fraction={1} className="mb-6 h-16 w-104 max-w-full" />
      <h2>{emptyHeading}</h2>
      <p className="mt-2 text-quiet">{emptyText}</p>
    </div>
  );
}

function EnquiryListForm({ listing, possibleAssignees }: ListFormProps) {
  const { folder, query } = listing;
  const { url } = usePageContext();
  return (
    <>
      <form id={singleItemFormId} method="post" action="/actions">
        <input type="hidden" name="back" value={url} />
      </form>
      <form method="post" action="/actions" className={`enquiries ${folders[folder].order === 'due' ? 'is-due' : ''}`}>
        <input type="hidden" name="back" value={url} />
        <div role="group" aria-label="Enquiries">
          <ListHead folder={folder} />
          <EnquiryGroups {...listing} />
        </div>
        <BulkActions
          folder={folder}
          possibleAssignees={possibleAssignees}
          isAllTicked={listing.tickedIds.length === listing.items.length}
        />
      </form>
      <footer className="row mt-4 justify-between gap-x-6 gap-y-1 print:hidden">
        <Pagination {...listing} />
        <a href={formatExportUrl({ folder, query })} className="link target">
          Export {folder === 'search' ? 'everything found' : `all in ${folders[folder].title}`} as CSV…
        </a>
      </footer>
    </>
  );
}

/** Renders the names of the columns. */
function ListHead({ folder }: { folder: Folder }) {
  const { order } = folders[folder];
  const first = order === 'due' || folder === 'not-delivered' ? 'Due' : folder === 'closed' ? 'Closed' : 'Received';
  return (
    <div aria-hidden="true" className={`enquiry-columns ${listHeadClassName}`}>
      <span className="[grid-area:when]">{first}</span>
      <span className="[grid-area:from]">From</span>
      <span className="[grid-area:about]">About</span>
    </div>
  );
}

const listHeadClassName = 'border-b-2 border-hairline pb-1 text-small text-quiet max-[80rem]:hidden print:hidden';

/** Renders the enquiries under headings that say what their items have in common. */
function EnquiryGroups({ items, reminders, folder, tickedIds }: LoadedEnquiryList) {
  const pageContext = usePageContext();
  const headed = items.map((enquiry) => {
    const reminder = reminders[enquiry.id];
    return { enquiry, reminder, heading: getHeading(folder, enquiry, reminder, pageContext) };
  });
  const firstUnread = items.find(({ isUnread, status }) => isUnread && status === 'open');
  return [...Map.groupBy(headed, ({ heading }) => heading?.title)].map(([title, group]) => (
    <div key={title ?? ''}>
      {title === undefined ? null : <GroupHeading title={title} aside={group[0]?.heading?.aside} />}
      <ul>
        {group.map(({ enquiry, reminder }) => (
          <EnquiryItem
            key={enquiry.id}
            {...{ enquiry, folder, reminder, isTicked: tickedIds.includes(enquiry.id) }}
            isFirstUnread={enquiry === firstUnread}
          />
        ))}
      </ul>
    </div>
  ));
}

function GroupHeading({ title, aside }: Heading) {
  return (
    <h2 className="row mt-6 items-baseline pb-1 text-[1.05rem]">
      <span className={`first-letter:uppercase ${title === overdueTitle ? 'text-balloon' : ''}`}>
        <UserText text={title} />
      </span>
      {aside === undefined ? null : <span className="font-normal text-quiet">{aside}</span>}
    </h2>
  );
}

interface Heading {
  title: string;
  aside?: string | undefined;
}

const overdueTitle = 'Overdue';

/** Returns the heading of an enquiry in a list: the day by which to reply, or the reason why it is in the folder. */
function getHeading(
  folder: Folder,
  enquiry: StoredEnquiry,
  reminder: Reminder | undefined,
  { now, content }: PageContext,
): Heading | undefined {
  const { dueAt, spamReason, mail } = enquiry;
  const { timeZone } = content.office;
  const reason = folder === 'spam' ? spamReason : folder === 'not-delivered' ? mail?.lastReason : undefined;
  if (reason) return { title: reason };
  if (enquiry.status === 'closed' && reminder !== undefined && folders[folder].order === 'due')
    return { title: folder === 'open' ? silentVisitorText : 'Unless they write' };
  if (folder === 'open' && reminder?.unlessWritten === false) return { title: 'You asked to be reminded' };
  if (folders[folder].order !== 'due' || dueAt === null) return undefined;
  const opening = dueAt > now ? getReplyTime(enquiry, content) : undefined;
  if (opening) {
    const title = formatDayAndTime(opening, now, timeZone).replace(/,? (?=\d\d:)/, ', by ');
    return { title, aside: 'the office is closed until then' };
  }
  const { day, time } = formatDueTime(dueAt, now, timeZone);
  return { title: day === 'After tomorrow' ? time.replace(/,? \d\d:\d\d$/, '') : day };
}

function Pagination({ firstPageUrl, nextPageUrl, items }: LoadedEnquiryList) {
  if (firstPageUrl === undefined && nextPageUrl === undefined) return <p>{pluralise(items.length)}</p>;
  return <PageLinks firstPageUrl={firstPageUrl} nextPageUrl={nextPageUrl} className="row" />;
}
