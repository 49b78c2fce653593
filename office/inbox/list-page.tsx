import { counted } from './counted.ts';
import { EnquiryItem } from './enquiry-item.tsx';
import { folders, nothingIn } from './folder-names.ts';
import { Foreign } from '../parts/foreign-text.tsx';
import { ListActs } from './list-acts.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { SpanLeft } from './span-left.tsx';
import type { ListView } from '../parts/view.ts';

/** A folder, or what a search has found. */
export function ListPage({ view }: { view: ListView }) {
  const { folder, words, items } = view;
  const { title } = folders[folder];
  return (
    <OfficePage view={view} title={words === '' ? title : `${title}: ${words}`}>
      <header className="page-header">
        <h1>
          {title}
          {words === '' ? null : (
            <>
              : <Foreign text={words} />
            </>
          )}
        </h1>
        {items.length > 0 ? <p>{folders[folder].lead(view)}</p> : null}
      </header>
      {items.length > 0 ? <Enquiries view={view} /> : <Empty view={view} />}
    </OfficePage>
  );
}

function Empty({ view }: { view: ListView }) {
  return (
    <div className="empty">
      <SpanLeft part={1} />
      <h2>{nothingIn(view)}</h2>
      <p>{folders[view.folder].empty(view)}</p>
    </div>
  );
}

function Enquiries({ view }: { view: ListView }) {
  const { items, address, folder, people, words } = view;
  return (
    <>
      <form method="post" action="/acts" className="enquiries">
        <input type="hidden" name="back" value={address} />
        <div role="group" aria-label="Enquiries">
          <ul>
            {items.map((enquiry) => (
              <EnquiryItem key={enquiry.id} enquiry={enquiry} view={view} />
            ))}
          </ul>
        </div>
        <ListActs acts={folders[folder].acts} people={people} />
      </form>
      <footer className="list-footer">
        <Pages view={view} />
        <a href={`/export?${new URLSearchParams({ folder, words }).toString()}`} className="further">
          Export {folder === 'search' ? 'everything found' : `all of ${folders[folder].title}`} as CSV
        </a>
      </footer>
    </>
  );
}

function Pages({ view: { first, next, items } }: { view: ListView }) {
  if (first === undefined && next === undefined) return <p>{counted(items.length)}</p>;
  return (
    <nav aria-label="Pages">
      {first === undefined ? null : (
        <a href={first} className="button">
          First page
        </a>
      )}
      {next === undefined ? null : (
        <a href={next} className="button">
          Next page
        </a>
      )}
    </nav>
  );
}
