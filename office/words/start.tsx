import type { Conflict } from '../../content/merge-words.ts';
import type { Desk, Shown, Visit } from '../parts/desk.ts';
import { createNames, editAddress } from './differences.tsx';
import type { WordsParts } from './publish.tsx';
import { WordsPage } from './start-page.tsx';

/** GET /words, and POST /words/take-over and /words/undo. */
export function wordsStart({ get, post }: Desk, parts: WordsParts): void {
  get('/words', (visit) => showStart(visit, parts));
  post(
    '/words/take-over',
    (visit) => takeOver(visit, parts),
    () => ({ to: '/words' }),
  );
  post(
    '/words/undo',
    (visit) => undo(visit, parts),
    () => ({ to: '/words' }),
  );
}

/** The draft of somebody who may write no words any more becomes the person's own. */
async function takeOver(visit: Visit, parts: WordsParts) {
  const { form, person, done } = visit;
  const { wordsStore } = parts;
  const drafts = await wordsStore.drafts();
  const draft = drafts.find(({ file, by }) => file === form.get('file') && by === form.get('by'));
  const writers = await writersOf(visit);
  if (draft === undefined || writers.has(draft.by))
    return showStart(visit, parts, { status: 409, notice: problem('This draft cannot be taken over any more.') });
  if (drafts.some(({ file, by }) => file === draft.file && by === person))
    return showStart(visit, parts, { status: 409, notice: problem(ownFirst) });
  await wordsStore.saveDraft({ ...draft, by: person });
  await wordsStore.discardDraft(draft.file, draft.by);
  return done('/words', 'take-over');
}

/** What was live before the newest publication is live again. */
async function undo(visit: Visit, parts: WordsParts) {
  const { form, person, enquiries, done } = visit;
  const on = await parts.wordsStore.newest();
  // What somebody has published meanwhile is not undone unseen.
  const made = form.get('on') === `${on}` ? await parts.liveWords.undo(person) : { outcome: 'overtaken' as const };
  if (made.outcome !== 'published') {
    const why =
      made.outcome === 'faults' ? misfits : 'Nothing is undone: somebody has published meanwhile. Look again.';
    return showStart(visit, parts, { status: 409, notice: problem(why) });
  }
  await parts.showPublished();
  await enquiries.keep('publish', person, `Undo number ${on}`);
  return done('/words', 'undo');
}

async function showStart(visit: Visit, { liveWords, wordsStore }: WordsParts, shown: Shown = {}) {
  const { person, show } = visit;
  const [names, live, drafts] = [await createNames(), await liveWords.live(), await wordsStore.drafts()];
  const [[newest], writers] = [await wordsStore.versions(), await writersOf(visit)];
  const conflicts = live.conflicts.map((conflict: Conflict) => ({
    title: names.placeTitle(conflict, live.files),
    address: editAddress(conflict),
    ours: names.textOf(conflict, conflict.ours),
    theirs: names.textOf(conflict, conflict.theirs),
  }));
  const page = (
    <WordsPage
      newest={newest}
      conflicts={conflicts}
      drafts={drafts.map(({ file, by, base, value, savedAt }) => ({
        file,
        title: names.fileTitle(file, value ?? base),
        address: editAddress({ file, path: [] }),
        by,
        savedAt,
        isOwn: by === person,
        isLeft: !writers.has(by),
      }))}
    />
  );
  return show(page, { ...shown, address: '/words' });
}

async function writersOf({ people }: Visit): Promise<ReadonlySet<string>> {
  return new Set((await people.people()).filter(({ roles }) => roles.includes('words')).map(({ email }) => email));
}

const problem = (text: string) => ({ kind: 'problem', text }) as const;

const ownFirst = 'You have a draft of the same part. Publish or discard yours first: nothing is lost until then.';
const misfits = 'Nothing is undone: what was published before does not fit the release of the site that runs now.';
