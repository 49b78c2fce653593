import { DateTime } from '../shared/html-document.tsx';
import { PostButton, SubmitButton } from '../shared/post-button.tsx';
import type { OfficeServices } from '../shared/office-context.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { SelectField } from '../shared/fields.tsx';
import { UserText } from '../shared/user-text.tsx';

/** Where links to drafts are made. */
export const draftLinksPath = '/content/links';

/** Resolves to the files that have a page, with the person's drafts: a link can show them. */
export async function listLinkablePages({ office, session }: StaffRequest) {
  const drafts = await office.revisionStore.listDrafts({ by: session.person });
  const files = await office.contentRepository.readContentWithDrafts(drafts);
  const { listEntries } = await import('./entries.ts');
  const { listPagePaths } = await import('../../content/content-issues.ts');
  const pagePaths = listPagePaths(files);
  return listEntries({ files, ownDrafts: {} }).flatMap(({ file, title, pagePath: path = '' }) =>
    pagePaths.has(path) ? [{ file, title, path }] : [],
  );
}

interface DraftLinksProps {
  links: Awaited<ReturnType<OfficeServices['draftLinks']['listLinks']>>;
  pages: Awaited<ReturnType<typeof listLinkablePages>>;
  /** The file whose page is chosen at first; empty: the first one. */
  file: string;
}

/** Renders the links to drafts, and the form that makes one. */
export function DraftLinks({ links, pages, file }: DraftLinksProps) {
  const options = pages.map((page) => ({ value: page.file, label: page.title }));
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Links to drafts</h2>
      <p>Who has such a link sees one page as it will be with all drafts of its maker, for seven days.</p>
      <form method="post" action={draftLinksPath} className="row mt-3">
        <SelectField name="file" label="Page" options={options} defaultValue={file} />
        <SubmitButton>Make a link</SubmitButton>
      </form>
      <ul className={links.length > 0 ? 'ruled mt-3' : 'hidden'}>
        {links.map(({ id, path, by, expiresAt }) => (
          <li key={id}>
            <p>
              <UserText text={path} />, made by <UserText text={by} />, until <DateTime at={expiresAt} />
            </p>
            <PostButton action="/content/revoke" fields={{ id }} label={`Revoke the link to ${path}`}>
              Revoke
            </PostButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
