import type { FastifyReply } from 'fastify';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { getResponseTarget } from '../../content/assemble-content.ts';
import { computeDueTime, formatDueTime } from '../../enquiries/response-target.ts';
import type { Reminder, StoredEnquiry } from '../../enquiries/model.ts';
import { type PageContext, useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { UserText } from '../shared/user-text.tsx';
import { homePath } from '../shared/return-path.ts';
import { pluralise } from '../../text/format-text.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { PageLinks } from '../shared/paging.tsx';
import { BulkActions, singleItemFormId } from './action-forms.tsx';
import { EnquiryItem } from './enquiry-item.tsx';
import { formatExportUrl } from './export.tsx';
import { type Folder, earlierFolders, emptyQueryTexts, folders } from './folders.ts';
import { type LoadedEnquiryList, loadEnquiryList } from './listing.ts';
import { noOfficeHoursLeftText, silentVisitorText, TimeRemainingDrawing, type HeadingFact } from './status-badge.tsx';

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
  return sendStaffPage(request, <EnquiryListPage {...listing} possibleAssignees={possibleAssignees} />, settings);
}

interface EnquiryListPageProps extends LoadedEnquiryList {
  possibleAssignees: readonly string[];
}

/** Renders a page of a folder or search. */
export function EnquiryListPage(props: EnquiryListPageProps) {
  const { folder, query, items } = props;
  const { title, lead } = folders[folder];
  return (
    <OfficePage
      title={query === '' ? title : `${title}: ${query}`}
      lead={items.length > 0 ? (lead ?? <UrgentLine />) : undefined}
      currentPath={`/${folder}`}
      query={query}
    >
      {items.length > 0 ? <EnquiryListForm {...props} /> : <EmptyFolder {...props} />}
    </OfficePage>
  );
}

/** Renders in one line what is urgent. */
function UrgentLine() {
  const { overdue = 0, dueToday = 0 } = useCurrentUser().counts ?? {};
  const texts = [overdue > 0 && `${overdue} overdue`, dueToday > 0 && `${dueToday} due today`].filter(Boolean);
  const color = overdue > 0 ? 'text-balloon' : 'text-text';
  return <p className={`font-semibold ${color}`}>{texts.join(', ') || 'Nothing is due today'}</p>;
}

function EmptyFolder({ folder, query }: LoadedEnquiryList) {
  const { emptyHeading, emptyText } = folder === 'search' && query === '' ? emptyQueryTexts : folders[folder];
  return (
    <div className="max-w-(--measure) py-4">
      <TimeRemainingDrawing fraction={1} className="mb-6 w-104 max-w-full stroke-1 [&>:last-child]:stroke-[1.75]" />
      <h2>{emptyHeading}</h2>
      <p className="mt-2 text-quiet">{emptyText}</p>
    </div>
  );
}

function EnquiryListForm({ possibleAssignees, ...listing }: EnquiryListPageProps) {
  const { folder, query } = listing;
  const { url } = usePageContext();
  return (
    <>
      <form id={singleItemFormId} method="post" action="/actions">
        <input type="hidden" name="back" value={url} />
      </form>
      <form method="post" action="/actions" className="enquiries">
        <input type="hidden" name="back" value={url} />
        <div role="group" aria-label="Enquiries">
          <EnquiryGroups {...listing} />
        </div>
        <BulkActions folder={folder} possibleAssignees={possibleAssignees} />
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

/** Renders the enquiries under headings that say what their items have in common. */
function EnquiryGroups({ items, reminders, folder }: LoadedEnquiryList) {
  const pageContext = usePageContext();
  const headed = items.map((enquiry) => {
    const reminder = reminders[enquiry.id];
    return { enquiry, reminder, ...getHeading(folder, enquiry, reminder, pageContext) };
  });
  return [...Map.groupBy(headed, ({ title }) => title)].map(([title, group]) => (
    <div key={title} className="mb-2">
      {title === null ? null : (
        <h2 className="pb-1 text-[0.95rem] text-quiet first-letter:uppercase">
          <UserText text={title} />
        </h2>
      )}
      <ul className="ruled">
        {group.map(({ enquiry, reminder, headingFacts }) => (
          <EnquiryItem key={enquiry.id} enquiry={enquiry} reminder={reminder} headingFacts={headingFacts} />
        ))}
      </ul>
    </div>
  ));
}

interface GroupHeading {
  title: string | null;
  headingFacts: readonly HeadingFact[];
}

/** Returns the heading of an enquiry in a list: the day by which to reply, or the reason why it is in the folder. */
function getHeading(
  folder: Folder,
  { status, waitingSince, dueAt, spamReason, mail }: StoredEnquiry,
  reminder: Reminder | undefined,
  { now, content }: PageContext,
): GroupHeading {
  if (folder === 'spam') return { title: spamReason, headingFacts: spamReason === null ? [] : ['spam reason'] };
  if (folder === 'not-delivered') return { title: mail?.lastReason ?? null, headingFacts: ['mail problem'] };
  if (status === 'closed' && reminder !== undefined && folders[folder].order === 'due')
    return { title: folder === 'open' ? silentVisitorText : 'Unless they write', headingFacts: [] };
  if (folder === 'open' && reminder?.unlessWritten === false)
    return { title: 'You asked to be reminded', headingFacts: [] };
  if (folders[folder].order !== 'due' || dueAt === null) return { title: null, headingFacts: [] };
  const { day } = formatDueTime(dueAt, now, content.office.timeZone);
  const isOfficeClosed = day !== 'Overdue' && !computeDueTime(waitingSince, getResponseTarget(content)).isAchievable;
  return isOfficeClosed
    ? { title: `${day}, ${noOfficeHoursLeftText}`, headingFacts: ['day', 'office closed'] }
    : { title: day, headingFacts: ['day'] };
}

function Pagination({ firstPageUrl, nextPageUrl, items }: LoadedEnquiryList) {
  if (firstPageUrl === undefined && nextPageUrl === undefined) return <p>{pluralise(items.length)}</p>;
  return <PageLinks firstPageUrl={firstPageUrl} nextPageUrl={nextPageUrl} className="row" />;
}
