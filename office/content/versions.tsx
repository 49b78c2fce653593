import { compareContent } from '../../content/merge-content.ts';
import type { RevisionSummary } from '../../content/revisions.ts';
import type { StaffRoutes, Shown, StaffRequest } from '../shared/staff-routes.ts';
import { Moment } from '../shared/document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { createProblem } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton, Submit } from '../shared/post-button.tsx';
import { ChangedFields } from './differences.tsx';
import type { WordsParts } from './publish.tsx';
import { UndoButton } from './start.tsx';

/** Registers GET /words/versions, /words/versions/NUMBER (`?with=` compares) and POST /words/versions/NUMBER/draft. */
export function registerVersionRoutes({ get, post }: StaffRoutes, parts: WordsParts): void {
  get('/words/versions', async ({ show }) => show(<VersionsPage versions={await parts.wordsStore.versions()} />));
  get('/words/versions/:id', (visit) => showVersion(visit, parts));
  post(
    '/words/versions/:id/draft',
    (visit) => makeDraft(visit, parts),
    (_form, { url }) => ({ to: url.replace(/\/draft$/, '') }),
  );
}

/** Saves the differences from the live content as drafts; 409 if the person has drafts of those files already. */
async function makeDraft(visit: StaffRequest, parts: WordsParts) {
  const { id, person, done, refuse } = visit;
  const { wordsStore, liveWords } = parts;
  const [version, live] = [await liveWords.version(numberIn(id)), await liveWords.live()];
  if (version === null) return refuse(404, isGone);
  const { files } = version;
  const differing = new Set(compareContent(live.files, files).map(({ file }) => file));
  const own = (await wordsStore.drafts({ by: person })).filter(({ file }) => differing.has(file));
  if (own.length > 0) {
    const { formatFileTitle } = await import('./names.ts');
    const titles = own.map(({ file, value, base }) => formatFileTitle(file, value ?? base));
    return showVersion(visit, parts, { status: 409, notice: createProblem(ownFirst, titles) });
  }
  for (const file of differing)
    await wordsStore.saveDraft({ file, by: person, base: live.files[file] ?? null, value: files[file] ?? null });
  return done('/words/publish', 'draft');
}

async function showVersion(visit: StaffRequest, parts: WordsParts, shown: Shown = {}) {
  const compared = await whatDiffers(visit, parts);
  if (compared === null) return visit.refuse(404, isGone);
  return visit.show(<VersionPage {...compared} />, { ...shown, address: `/words/versions/${compared.number}` });
}

type VersionPageProps = NonNullable<Awaited<ReturnType<typeof whatDiffers>>>;

/** Resolves to the props of the page; null if a requested revision is not stored. */
async function whatDiffers({ id, query }: StaffRequest, { wordsStore, liveWords }: WordsParts) {
  const version = await liveWords.version(numberIn(id));
  if (version === null) return null;
  const { number } = version;
  const asked = numberIn(query.get('with') ?? `${number - 1}`);
  // 0 is the content of the release.
  const release = { number: 0, files: (await liveWords.live()).released };
  const other = asked === 0 ? release : await liveWords.version(asked);
  // A missing previous revision is no error unless it was requested.
  if (other === null && query.has('with')) return null;
  const { number: comparedWith, files: before } = other ?? release;
  const { groupChanges } = await import('./names.ts');
  const changed = groupChanges(compareContent(before, version.files), version.files, before);
  return { number, comparedWith, versions: await wordsStore.versions(), changed };
}

function numberIn(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const ownFirst = 'You have drafts of the same parts. Publish or discard these first: nothing is changed.';
const isGone = {
  title: 'This version is not kept',
  advice:
    'Versions are kept for two years, and the last 200 always. Of this one the database has nothing that can be read.',
};

/** Renders the stored revisions, newest first. */
export function VersionsPage({ versions }: { versions: readonly RevisionSummary[] }) {
  return (
    <OfficePage
      title="Versions"
      lead="Each publication, the newest first. They are kept for two years, and the last 200 always."
      here="/words"
    >
      {versions.length === 0 ? <p>Nothing was published yet.</p> : null}
      <ol className="ruled max-w-text">
        {versions.map((version, index) => (
          <li key={version.number}>
            <a href={`/words/versions/${version.number}`} className="link target inline-flex">
              Number {version.number}
            </a>
            {index === 0 ? ' – live now' : ''}
            <Head {...version} />
          </li>
        ))}
      </ol>
    </OfficePage>
  );
}

/** Renders a revision and its differences from another, by default the previous one. */
export function VersionPage({ number, comparedWith, versions, changed }: VersionPageProps) {
  const head = versions.find((version) => version.number === number);
  const others = [...versions.map((version) => version.number), 0].filter((other) => other !== number);
  return (
    <OfficePage title={`Version ${number}`} lead={head && <Head {...head} />} here="/words">
      <div className="row">
        {head === versions[0] ? (
          <UndoButton number={number} />
        ) : (
          <PostButton to={`/words/versions/${number}/draft`} className="button button-primary">
            Make this the draft
          </PostButton>
        )}
        <ButtonLink to="/words/versions">All versions</ButtonLink>
      </div>
      <form className="row mt-7 mb-7">
        <label htmlFor="with">Compared with</label>
        <select id="with" name="with" defaultValue={comparedWith} className="field">
          {others.map((other) => (
            <option key={other} value={other}>
              {other === 0 ? 'what the site came with' : `number ${other}`}
            </option>
          ))}
        </select>
        <Submit>Compare</Submit>
      </form>
      {changed.length === 0 ? <p>They say the same.</p> : null}
      {changed.map(({ file, title, fields }) => (
        <section key={file} className="mt-5 max-w-text">
          <h2>
            <UserText text={title} />
          </h2>
          <ChangedFields fields={fields} />
        </section>
      ))}
    </OfficePage>
  );
}

function Head({ at, by, reason }: RevisionSummary) {
  return (
    <div>
      <p>
        <UserText text={reason} />
      </p>
      <p className="text-quiet">
        <Moment at={at} />, <UserText text={by} />
      </p>
    </div>
  );
}
