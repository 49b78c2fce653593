import type { StaffRequest, StaffRoutes } from '../shared/staff-routes.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { PostButton, SubmitButton } from '../shared/post-button.tsx';
import type { ContentDependencies } from './publish.tsx';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';

const linksPath = '/words/links';

/** Registers GET and POST /words/links, which list and make links to drafts, and POST /words/links/revoke. */
export function registerDraftLinkRoutes({ get, post }: StaffRoutes, dependencies: ContentDependencies): void {
  const { draftLinks } = dependencies;
  const replayLinksPage = () => ({ returnPath: linksPath });
  get(linksPath, (request) => showLinks(request, dependencies));
  post(
    linksPath,
    async (request) => {
      const pages = await listPages(request, dependencies);
      const { file, pagePath: path } = pages.find((page) => page.file === request.form.get('file')) ?? {};
      if (file === undefined || path === undefined) return request.sendError(404);
      return showLinks(request, dependencies, await draftLinks.createLink({ by: request.person, file, path }));
    },
    replayLinksPage,
  );
  post(
    `${linksPath}/revoke`,
    async ({ form, redirectWithNotice }) => {
      await draftLinks.revokeLink(form.get('id') ?? '');
      return redirectWithNotice(linksPath, 'revoke-link');
    },
    replayLinksPage,
  );
}

/** Resolves to the files that have a page, with the person's drafts. */
async function listPages({ person: by }: StaffRequest, { contentRepository, revisionStore }: ContentDependencies) {
  const [{ files }, drafts] = [await contentRepository.readLiveContent(), await revisionStore.listDrafts({ by })];
  const ownDrafts = Object.fromEntries(drafts.map((draft) => [draft.file, { ...draft, known: null, isSaved: true }]));
  const { listEntries } = await import('./editor/entries.ts');
  return listEntries({ files, ownDrafts }).filter(({ pagePath }) => pagePath !== undefined);
}

/** Sends the page, with the URL of a new link if there is one. */
async function showLinks(request: StaffRequest, dependencies: ContentDependencies, newPath?: string) {
  const pages = (await listPages(request, dependencies)).map(({ file, title }) => ({ file, title }));
  const links = await dependencies.draftLinks.listLinks();
  const newUrl = newPath && request.config.siteUrl + newPath;
  const file = request.searchParams.get('file') ?? '';
  return request.sendPage(<DraftLinksPage {...{ pages, links, file, newUrl }} />, { url: linksPath });
}

interface DraftLinksPageProps {
  pages: readonly { file: string; title: string }[];
  links: Awaited<ReturnType<ContentDependencies['draftLinks']['listLinks']>>;
  /** File whose page is chosen at first. */
  file: string;
  newUrl: string | undefined;
}

/** Renders the links to drafts, and the form that makes one. Its URL is shown only once. */
export function DraftLinksPage({ pages, links, file, newUrl }: DraftLinksPageProps) {
  const lead = 'Who has such a link sees one page as it will be with all drafts of its maker, for seven days.';
  return (
    <OfficePage title="Links to drafts" lead={lead} currentPath="/words">
      {newUrl === undefined ? null : (
        <div role="status" className="notice is-done">
          <p>Copy the link now: it is not shown again.</p>
          <pre className="words wrap-anywhere">{newUrl}</pre>
        </div>
      )}
      <form method="post" action={linksPath} className="row">
        <label htmlFor="file">Page</label>
        <select id="file" name="file" defaultValue={file} className="field min-w-0">
          {pages.map((page) => (
            <option key={page.file} value={page.file}>
              {markHiddenCharacters(page.title)}
            </option>
          ))}
        </select>
        <SubmitButton className="button button-primary">Make a link</SubmitButton>
      </form>
      <ul className="ruled mt-7 max-w-text">
        {links.map(({ id, path, by, expiresAt }) => (
          <li key={id}>
            <p>
              <UserText text={path} />, made by <UserText text={by} />, until <DateTime at={expiresAt} />
            </p>
            <PostButton action={`${linksPath}/revoke`} fields={{ id }} label={`Revoke the link to ${path}`}>
              Revoke
            </PostButton>
          </li>
        ))}
      </ul>
    </OfficePage>
  );
}
