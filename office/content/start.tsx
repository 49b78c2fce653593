import type { RevisionSummary } from '../../content/revisions.ts';
import { type StaffRoutes, type Shown, type StaffRequest, requireRecentAuth } from '../shared/staff-routes.ts';
import { Moment } from '../shared/document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { createProblem } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton } from '../shared/post-button.tsx';
import { confirmPublication, type WordsParts } from './publish.tsx';

/** Registers GET /words, and POST /words/take-over and /words/undo. */
export function registerContentRoutes({ get, post }: StaffRoutes, parts: WordsParts): void {
  const back = () => ({ to: '/words' });
  get('/words', (visit) => showStart(visit, parts));
  post('/words/take-over', (visit) => takeOver(visit, parts), back);
  post(
    '/words/undo',
    requireRecentAuth((visit) => undo(visit, parts)),
    back,
  );
}

/** Assigns the draft of an author without the role `words` to the person. */
async function takeOver(visit: StaffRequest, parts: WordsParts) {
  const { form, person, done } = visit;
  const { wordsStore } = parts;
  const [draft] = await wordsStore.drafts({ file: form.get('file') ?? '', by: form.get('by') ?? '' });
  const writers = await writersOf(visit);
  const isOwnThere = (await wordsStore.drafts({ by: person })).some(({ file }) => file === draft?.file);
  if (draft === undefined || writers.has(draft.by) || isOwnThere)
    return showStart(visit, parts, { status: 409, notice: createProblem(isOwnThere ? ownFirst : isTaken) });
  await wordsStore.saveDraft({ ...draft, by: person });
  await wordsStore.discardDraft(draft.file, draft.by);
  return done('/words', 'take-over');
}

/** Republishes the revision before the newest. */
async function undo(visit: StaffRequest, parts: WordsParts) {
  const { form, person } = visit;
  const on = await parts.wordsStore.newest();
  // A revision published meanwhile is not undone unseen.
  const made = form.get('on') === `${on}` ? await parts.liveWords.undo(person) : { outcome: 'overtaken' as const };
  if (made.outcome === 'published') return confirmPublication(visit, parts, made.number, 'undo', `Undo number ${on}`);
  if (made.outcome !== 'faults') return showStart(visit, parts, { status: 409, notice: createProblem(overtaken) });
  const { formatPlaceTitle } = await import('./names.ts');
  const details = made.faults.map((fault) => `${formatPlaceTitle(fault, {})} ${fault.message}`);
  return showStart(visit, parts, { status: 409, notice: createProblem(notShownHere, details) });
}

async function showStart(visit: StaffRequest, parts: WordsParts, shown: Shown = {}) {
  return visit.show(<WordsPage {...await whatIsWritten(visit, parts)} />, { ...shown, address: '/words' });
}

type WordsPageProps = Awaited<ReturnType<typeof whatIsWritten>>;

/** Resolves to the props of the page. */
async function whatIsWritten(visit: StaffRequest, { liveWords, wordsStore, showPublished }: WordsParts) {
  const [live, drafts, shown] = [await liveWords.live(), await wordsStore.drafts(), await showPublished()];
  const [[newest], writers] = [await wordsStore.versions(), await writersOf(visit)];
  const { formatEditUrl, formatFileTitle } = await import('./names.ts');
  return {
    // Undefined if nothing was published yet.
    newest,
    // Revision that visitors see if this server cannot show the newest; 0 is the release.
    shownInstead: shown < live.number ? shown : undefined,
    // Files that differ in the release.
    differing: live.differing,
    drafts: drafts.map(({ file, by, savedAt }) => ({
      file,
      title: file in live.files ? formatFileTitle(file, live.files[file]) : file,
      address: formatEditUrl({ file, path: [] }),
      by,
      savedAt,
      isOwn: by === visit.person,
      // The author no longer has the role `words`.
      isLeft: !writers.has(by),
    })),
  };
}

async function writersOf({ people }: StaffRequest): Promise<ReadonlySet<string>> {
  return new Set((await people.people()).filter(({ roles }) => roles.includes('words')).map(({ email }) => email));
}

const isTaken = 'This draft cannot be taken over any more.';
const ownFirst = 'You have a draft of the same part. Publish or discard yours first: nothing is lost until then.';
const notShownHere = 'Nothing is undone: the release of the site that runs now cannot show what was published before.';
const overtaken = 'Nothing is undone: somebody has published meanwhile. Look again.';

/** Renders the live revision, and the drafts with their authors. */
export function WordsPage({ newest, shownInstead, differing, drafts }: WordsPageProps) {
  const { own = [], others = [] } = Object.groupBy(drafts, ({ isOwn }) => (isOwn ? 'own' : 'others'));
  return (
    <OfficePage
      title="Words"
      lead="Everything that the site says. What you change stays a draft until you publish it."
      here="/words"
    >
      <div className="row">
        <a href="/words/edit" className={own.length > 0 ? 'button' : 'button button-primary'}>
          Edit the words
        </a>
        {own.length > 0 ? (
          <a href="/words/publish" className="button button-primary">
            Look at your changes, and publish
          </a>
        ) : null}
      </div>
      <section className="mt-9 max-w-text">
        <h2 className="mb-[0.6rem]">What visitors read</h2>
        {shownInstead === undefined ? null : (
          <p className="notice is-problem">
            {shownInstead === 0 ? 'The words that the site came with' : `Number ${shownInstead}`}: no pages can be made
            of the last publication. Undo it, or publish anew, and tell whoever runs the server.
          </p>
        )}
        {newest === undefined ? (
          <p>The words that the site came with. Nothing was published here yet.</p>
        ) : (
          <Live newest={newest} differing={differing} />
        )}
      </section>
      <Drafts title="Your drafts" nothing="You have no draft." drafts={own} />
      {others.length > 0 ? <Drafts title="Drafts of others" drafts={others} /> : null}
    </OfficePage>
  );
}

function Live({ newest, differing }: { newest: RevisionSummary } & Pick<WordsPageProps, 'differing'>) {
  const { number, at, by, reason } = newest;
  return (
    <>
      <p>
        Number {number}, since <Moment at={at} />, published by <UserText text={by} />: <UserText text={reason} />
      </p>
      {differing.length > 0 ? (
        <p className="text-quiet">The release of the site has other words in {differing.join(', ')}.</p>
      ) : null}
      <div className="row mt-3">
        <ButtonLink to={`/words/versions/${number}`}>What it changed</ButtonLink>
        <ButtonLink to="/words/versions">All versions</ButtonLink>
        <UndoButton number={number} />
      </div>
    </>
  );
}

/** Renders the button that undoes the last publication. */
export function UndoButton({ number }: { number: number }) {
  return (
    <PostButton to="/words/undo" fields={{ on: `${number}` }}>
      Undo number {number}
    </PostButton>
  );
}

function Drafts({ title, nothing, drafts }: { title: string; nothing?: string; drafts: WordsPageProps['drafts'] }) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">{title}</h2>
      {drafts.length === 0 ? <p className="text-quiet">{nothing}</p> : null}
      <ul className={drafts.length === 0 ? '' : 'ruled'}>
        {drafts.map(({ file, title: name, address, by, savedAt, isOwn, isLeft }) => (
          <li key={`${file} ${by}`}>
            <a href={address} className="link target inline-flex">
              <UserText text={name} />
            </a>
            <p className="text-quiet">
              {isOwn ? 'Saved ' : <UserText text={by} />}
              {isOwn ? '' : ', saved '}
              <Moment at={savedAt} />
            </p>
            {isLeft ? (
              <PostButton to="/words/take-over" fields={{ file, by }}>
                Take this draft over
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
