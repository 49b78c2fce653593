import { changesBetween, effectiveWords } from '../../content/merge-words.ts';
import type { WordFiles } from '../../enquiries/core/words-store.ts';
import type { Desk, Shown, Visit } from '../parts/desk.ts';
import { createNames } from './differences.tsx';
import type { WordsParts } from './publish.tsx';
import { ComparePage, VersionPage, VersionsPage } from './versions-page.tsx';

/** GET /words/versions, /words/versions/NUMBER and /words/versions/compare; POST /words/versions/NUMBER/draft. */
export function versions({ get, post }: Desk, parts: WordsParts): void {
  const { wordsStore, liveWords } = parts;
  get('/words/versions', async ({ show }) => show(<VersionsPage versions={await wordsStore.versions()} />));
  get('/words/versions/:id', (visit) => showVersion(visit, parts));
  get('/words/versions/compare', async ({ query, show, refuse }) => {
    const [from, to] = [numberIn(query.get('from')), numberIn(query.get('to'))];
    const { released } = await liveWords.live();
    const wordsOf = async (number: number) => (number === 0 ? released : (await wordsStore.version(number))?.files);
    const [before, after] = [await wordsOf(from), await wordsOf(to)];
    if (before === undefined || after === undefined) return refuse(404, isGone);
    return show(
      <ComparePage from={from} to={to} versions={await wordsStore.versions()} changed={await changed(before, after)} />,
    );
  });
  post(
    '/words/versions/:id/draft',
    (visit) => makeDraft(visit, parts),
    (_form, { url }) => ({ to: url.replace(/\/draft$/, '') }),
  );
}

/** What differs from what is live becomes the person's drafts. None that the person has already is lost. */
async function makeDraft(visit: Visit, parts: WordsParts) {
  const { id, person, done, refuse } = visit;
  const { wordsStore, liveWords } = parts;
  const [version, live] = [await wordsStore.version(numberIn(id)), await liveWords.live()];
  if (version === null) return refuse(404, isGone);
  // With what releases have changed since: they know fields that the version does not.
  const { files } = effectiveWords(live.released, version);
  const differing = new Set(changesBetween(live.files, files).map(({ file }) => file));
  const own = (await wordsStore.drafts()).filter(({ file, by }) => by === person && differing.has(file));
  if (own.length > 0) {
    const { fileTitle } = await createNames();
    const details = own.map(({ file, value, base }) => fileTitle(file, value ?? base));
    const text = 'You have drafts of the same parts. Publish or discard these first: nothing is changed.';
    return showVersion(visit, parts, { status: 409, notice: { kind: 'problem', text, details } });
  }
  for (const file of differing)
    await wordsStore.saveDraft({ file, by: person, base: live.files[file] ?? null, value: files[file] ?? null });
  return done('/words/publish', 'draft');
}

async function showVersion({ id, show, refuse }: Visit, { wordsStore }: WordsParts, shown: Shown = {}) {
  const version = await wordsStore.version(numberIn(id));
  if (version === null) return refuse(404, isGone);
  const before = await wordsStore.version(version.number - 1);
  const { number, at, by, reason } = version;
  return show(
    <VersionPage
      version={{ number, at, by, reason }}
      isLive={number === (await wordsStore.newest())}
      isAfterRelease={before === null}
      changed={await changed(before?.files ?? version.release, version.files)}
    />,
    { ...shown, address: `/words/versions/${number}` },
  );
}

async function changed(before: WordFiles, after: WordFiles) {
  return (await createNames()).changed(changesBetween(before, after), after, before);
}

function numberIn(text: string | null): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : -1;
}

const isGone = {
  title: 'This version is not kept',
  advice: 'Versions are kept for two years, and the last 200 always.',
};
