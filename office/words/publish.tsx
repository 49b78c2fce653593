import { fieldAt, withField } from '../../content/merge-words.ts';
import type { WordsDraft, WordsStore } from '../../enquiries/core/words-store.ts';
import type { Desk, Resumption, Shown, Visit } from '../parts/desk.ts';
import { problem, type DoneAct } from '../parts/notices.tsx';
import { whatFollowsLater } from './follow-later.ts';
import type { LiveWords } from './live-words.ts';
import { PublishPage } from './publish-page.tsx';

/** What the pages about words work with. */
export interface WordsParts {
  liveWords: LiveWords;
  wordsStore: WordsStore;
  /** Shows visitors of this server at once what was published. Resolves to the publication that they see then. */
  showPublished(): Promise<number>;
}

const page = '/words/publish';

/** GET and POST /words/publish: they show what would change, and publish it. Nothing is published that was not shown. */
export function publish({ get, post }: Desk, parts: WordsParts): void {
  get(page, (visit) => showPlan(visit, parts));
  post(page, (visit) => publishSeen(visit, parts), typedAgain);
}

async function publishSeen(visit: Visit, parts: WordsParts) {
  const { form, person, isResumed } = visit;
  if (isResumed)
    return showPlan(visit, parts, { notice: problem('You are signed in again. Nothing is published yet.') });
  if (form.get('act') === 'look') return showPlan(visit, parts);
  const { plan, chosen, choices } = await planIn(visit, parts);
  const isSeen =
    form.get('on') === `${plan.on}` &&
    chosen.every((draft) => form.getAll('seen').includes(seenAs(draft))) &&
    choices.every(({ key }) => form.has(key));
  if (!isSeen) return showPlan(visit, parts, { status: 409, notice: problem(overtaken) });
  // From the end: an entry that goes moves those behind it.
  const files = choices
    .filter(({ key }) => form.get(key) === 'theirs')
    .reduceRight((all, { conflict }) => withField(all, conflict, conflict.theirs), plan.files);
  const reason = form.get('reason') ?? '';
  const made = await parts.liveWords.publish({ by: person, reason, files, on: plan.on, drafts: chosen });
  if (made.outcome !== 'published') {
    const status = made.outcome === 'overtaken' ? 409 : 422;
    return showPlan(visit, parts, { status, notice: problem(refusals[made.outcome]) });
  }
  return saysPublished(visit, parts, made.number, 'publish', reason.trim());
}

/** Shows what was published, keeps it in the history, and says whether visitors see it. */
export async function saysPublished(
  { enquiries, person, done }: Visit,
  { showPublished }: WordsParts,
  number: number,
  act: DoneAct,
  reason: string,
) {
  const isShown = (await showPublished()) >= number;
  await enquiries.keep('publish', person, reason);
  return done('/words', isShown ? act : 'not-shown');
}

/** The person's drafts, but for those that are left out, put into what is live. */
async function planIn({ form, person }: Visit, { liveWords, wordsStore }: WordsParts) {
  const drafts = (await wordsStore.drafts()).filter(({ by }) => by === person);
  const isFirst = !form.has('on');
  // What was written since the page was shown is in: it is shown before it is published.
  const chosen = drafts.filter(
    (draft) => isFirst || form.getAll('file').includes(draft.file) || !wasShown(form, draft),
  );
  const [plan, live] = [await liveWords.plan(chosen), await liveWords.live()];
  const choices = [
    ...plan.clashes.map((conflict) => ({ kind: 'person' as const, conflict, ours: conflict.ours })),
    ...live.conflicts.map((conflict) => ({ kind: 'release' as const, conflict, ours: fieldAt(plan.files, conflict) })),
  ].map((choice) => ({ ...choice, key: [choice.kind, choice.conflict.file, ...choice.conflict.path].join('/') }));
  return { plan, chosen, drafts, live, choices };
}

async function showPlan(visit: Visit, parts: WordsParts, shown: Shown = {}) {
  const { form, show } = visit;
  const { plan, chosen, drafts, live, choices } = await planIn(visit, parts);
  const { changedFiles, editAddress, fileTitle, placeTitle, textOf } = await import('./names.ts');
  return show(
    <PublishPage
      on={plan.on}
      changed={changedFiles(plan.changes, plan.files, live.files)}
      drafts={drafts.map((draft) => ({
        file: draft.file,
        title: fileTitle(draft.file, draft.value ?? draft.base),
        // What is left out is not shown, and not to be published unseen.
        seen: chosen.includes(draft) ? seenAs(draft) : `${draft.file} `,
        isIn: chosen.includes(draft),
      }))}
      choices={choices.map(({ kind, key, conflict, ours }) => ({
        kind,
        key,
        title: placeTitle(conflict, live.files),
        texts: [textOf(conflict, ours), textOf(conflict, conflict.theirs)],
        isTheirs: form.get(key) === 'theirs',
      }))}
      faults={plan.faults.map((fault) => ({
        address: editAddress(fault),
        text: `${placeTitle(fault, plan.files)} ${fault.message}`,
      }))}
      later={await whatFollowsLater(plan.changes, plan.files, live.released)}
      reason={form.get('reason') ?? ''}
    />,
    { ...shown, address: page },
  );
}

const seenAs = ({ file, savedAt }: WordsDraft): string => `${file} ${savedAt.toISOString()}`;

function wasShown(form: URLSearchParams, { file }: WordsDraft): boolean {
  return form.getAll('seen').some((seen) => seen.startsWith(`${file} `));
}

function typedAgain(form: URLSearchParams): Resumption {
  return { to: page, typed: Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])) };
}

const overtaken =
  'Nothing is published yet: words were changed since you opened this page, and are shown as they are now. Look again.';
const refusals = {
  reason: 'Say in one line, of up to 200 characters, why this changes. Nothing is published yet.',
  faults: 'Nothing is published yet: some of it is not right.',
  unchanged: 'There is nothing to publish: the site says this already. You can discard your draft in the editor.',
  overtaken,
} as const;
