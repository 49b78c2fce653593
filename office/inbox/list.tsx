import type { StaffRoutes, Shown, StaffRequest } from '../shared/staff-routes.ts';
import { usePageContext } from '../shared/page-context.ts';
import { firstPage } from '../shared/return-path.ts';
import { pluralise } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink } from '../shared/post-button.tsx';
import { ListActs } from './action-forms.tsx';
import { EnquiryItem } from './enquiry-item.tsx';
import { formatExportUrl } from './export.tsx';
import { folders, unsearched } from './folders.ts';
import { type Listing, findListing } from './listing.ts';
import { TimeRemaining } from './status-badge.tsx';

/** Registers GET / (a redirect), the folders and /search. */
export function registerListRoutes({ app, get }: StaffRoutes): void {
  app.get('/', async (_request, reply) => reply.redirect(firstPage, 302));
  for (const folder of Object.keys(folders))
    get(`/${folder}`, async (visit) => {
      const listing = await findListing(visit, visit.url);
      return listing === null ? visit.refuse(404) : showList(visit, listing);
    });
}

/** Answers with a page of a folder or search. */
export async function showList({ people, show }: StaffRequest, listing: Listing, shown?: Shown) {
  return show(<ListPage {...listing} people={await people.withRole('enquiries')} />, shown);
}

interface ListPageProps extends Listing {
  /** Possible assignees. */
  people: readonly string[];
}

/** Renders a page of a folder or search. */
export function ListPage(props: ListPageProps) {
  const { folder, words, items } = props;
  const { site } = usePageContext().words;
  const { title, lead } = folders[folder];
  return (
    <OfficePage
      title={words === '' ? title : `${title}: ${words}`}
      lead={items.length > 0 ? lead.replace('{replyWithinHours}', String(site.replyWithinHours)) : undefined}
      here={`/${folder}`}
      search={words}
    >
      {items.length > 0 ? <Enquiries {...props} /> : <Empty {...props} />}
    </OfficePage>
  );
}

function Empty({ folder, words }: Listing) {
  const { nothing, empty } = folder === 'search' && words === '' ? unsearched : folders[folder];
  return (
    <div className="max-w-(--measure) py-4">
      <TimeRemaining part={1} className="mb-6 w-104 max-w-full stroke-1 [&>:last-child]:stroke-[1.75]" />
      <h2>{nothing}</h2>
      <p className="mt-2 text-quiet">{empty}</p>
    </div>
  );
}

function Enquiries({ people, ...listing }: ListPageProps) {
  const { items, reminders, folder, words } = listing;
  const { address } = usePageContext();
  return (
    <>
      <form method="post" action="/acts" className="enquiries">
        <input type="hidden" name="back" value={address} />
        <div role="group" aria-label="Enquiries">
          <ul className="ruled">
            {items.map((enquiry) => (
              <EnquiryItem key={enquiry.id} enquiry={enquiry} reminder={reminders[enquiry.id]} />
            ))}
          </ul>
        </div>
        <ListActs acts={folders[folder].acts} people={people} />
      </form>
      <footer className="row mt-4 justify-between gap-x-6 gap-y-1 print:hidden">
        <Pages {...listing} />
        <a href={formatExportUrl({ folder, words })} className="link target">
          Export {folder === 'search' ? 'everything found' : `all of ${folders[folder].title}`} as CSV…
        </a>
      </footer>
    </>
  );
}

function Pages({ first, next, items }: Listing) {
  if (first === undefined && next === undefined) return <p>{pluralise(items.length)}</p>;
  return (
    <nav aria-label="Pages" className="row">
      {first === undefined ? null : <ButtonLink to={first}>First page</ButtonLink>}
      {next === undefined ? null : <ButtonLink to={next}>Next page</ButtonLink>}
    </nav>
  );
}
