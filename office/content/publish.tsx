import type { ContentIssue } from '../../content/content-issues.ts';
import type { Content } from '../../content/content-types.ts';
import type { ContentFiles } from '../../content/merge-content.ts';
import type { RevisionStore, Draft } from '../../content/revisions.ts';
import type { Preview } from '../../server/publication.ts';
import { type StaffRoutes, type Shown, typedAgain, type StaffRequest } from '../shared/staff-routes.ts';
import { UserText, UserTextList } from '../shared/user-text.tsx';
import { pluralise, createProblem, type DoneAct } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, Submit } from '../shared/post-button.tsx';
import { TextField } from '../shared/text-field.tsx';
import { ChangedFields } from './differences.tsx';
import { findChangesNeedingRelease } from './changes-needing-release.ts';
import type { ContentRepository } from '../../content/content-repository.ts';

/** Dependencies of the content pages. */
export interface WordsParts {
  liveWords: ContentRepository;
  wordsStore: RevisionStore;
  /** Loads the newest revision on this server at once. Resolves to the number of the revision that visitors see. */
  showPublished(): Promise<number>;
  /** Returns the website with other content. */
  preview(files: ContentFiles): Preview & { words: Content };
}

const page = '/words/publish';

/** Registers GET and POST /words/publish: show the changes, and publish them. Nothing is published unseen. */
export function registerPublishRoutes({ get, post }: StaffRoutes, parts: WordsParts): void {
  get(page, (visit) => showPlan(visit, parts));
  post(page, (visit) => publishSeen(visit, parts), typedAgain);
}

async function publishSeen(visit: StaffRequest, parts: WordsParts) {
  const { form, person, isResumed } = visit;
  if (isResumed)
    return showPlan(visit, parts, { notice: createProblem('You are signed in again. Nothing is published yet.') });
  if (form.get('act') === 'look') return showPlan(visit, parts);
  const asked = visit.askForProof();
  if (asked !== null) return asked;
  const { plan, chosen, copies } = await planIn(visit, parts);
  const isSeen =
    form.get('on') === `${plan.on}` && chosen.every((draft) => form.getAll('seen').includes(seenAs(draft)));
  if (!isSeen) return showPlan(visit, parts, { status: 409, notice: createProblem(overtaken) });
  if (copies.some(({ isConfirmed }) => !isConfirmed))
    return showPlan(visit, parts, { status: 422, notice: createProblem(stillCopied) });
  if (plan.faults.length > 0) return showPlan(visit, parts, { status: 422, notice: createProblem(refusals.faults) });
  const reason = form.get('reason') ?? '';
  const { files, on } = plan;
  const made = await parts.liveWords.publish({ by: person, reason, files, on, drafts: chosen });
  if (made.outcome !== 'published') {
    const status = made.outcome === 'overtaken' ? 409 : 422;
    const faults = made.outcome === 'faults' ? made.faults : undefined;
    return showPlan(visit, parts, { status, notice: createProblem(refusals[made.outcome]) }, faults);
  }
  return confirmPublication(visit, parts, made.number, 'publish', reason.trim());
}

/** Loads the new revision, records the event, and redirects with a notice whether visitors see it. */
export async function confirmPublication(
  { enquiries, person, done }: StaffRequest,
  { showPublished }: WordsParts,
  number: number,
  act: DoneAct,
  reason: string,
) {
  const isShown = (await showPublished()) >= number;
  await enquiries.recordEvent('publish', person, reason);
  return done('/words', isShown ? act : 'not-shown');
}

/** Resolves to the live content with the person's drafts, except those left out. */
async function planIn({ form, person }: StaffRequest, { liveWords, wordsStore }: WordsParts) {
  const drafts = await wordsStore.drafts({ by: person });
  const chosen = drafts.filter(({ file }) => !form.has('on') || form.getAll('file').includes(file));
  const plan = await liveWords.plan(chosen);
  const { findCopiedTexts } = await import('./copied-texts.ts');
  const copies = findCopiedTexts(plan.changes, plan.files).map((copy) => {
    const key = [copy.file, ...copy.path].join('/');
    return { ...copy, key, isConfirmed: form.getAll('same').includes(key) };
  });
  return { plan, chosen, drafts, copies };
}

async function showPlan(visit: StaffRequest, parts: WordsParts, shown: Shown = {}, faults?: readonly ContentIssue[]) {
  return visit.show(<PublishPage {...await whatChanges(visit, parts, faults)} />, { ...shown, address: page });
}

type PublishPageProps = Awaited<ReturnType<typeof whatChanges>>;

/**
 * Resolves to the props of the page.
 * @param found issues found by publishing: pages that cannot be rendered are found only then
 */
async function whatChanges(visit: StaffRequest, parts: WordsParts, found?: readonly ContentIssue[]) {
  const { form } = visit;
  const [{ plan, chosen, drafts, copies }, live] = [await planIn(visit, parts), await parts.liveWords.live()];
  const { groupChanges, formatEditUrl, formatFileTitle, formatPlaceTitle } = await import('./names.ts');
  return {
    on: plan.on,
    changed: groupChanges(plan.changes, plan.files, live.files),
    drafts: drafts.map((draft) => ({
      file: draft.file,
      title: formatFileTitle(draft.file, draft.value ?? draft.base),
      // A draft left out is not shown, so it must not be published.
      seen: chosen.includes(draft) ? seenAs(draft) : undefined,
    })),
    copies: copies.map(({ of, text, key, isConfirmed, ...field }) => ({
      key,
      text,
      isConfirmed,
      title: formatPlaceTitle(field, plan.files),
      of: formatFileTitle(of, plan.files[of]),
      address: formatEditUrl(field),
    })),
    faults: (found ?? plan.faults).map((fault) => ({
      address: formatEditUrl(fault),
      text: `${formatPlaceTitle(fault, plan.files)} ${fault.message}`,
    })),
    later: await findChangesNeedingRelease(plan.changes, plan.files, live.released),
    reason: form.get('reason') ?? '',
  };
}

const seenAs = ({ file, savedAt }: Draft): string => `${file} ${savedAt.toISOString()}`;

const overtaken =
  'Nothing is published yet: words were changed since you opened this page, and are shown as they are now. Look again.';
const stillCopied =
  'Nothing is published yet: some of it still says what the entry says that it was copied from. Change each text, or confirm it.';
const refusals = {
  reason: 'Say in one line, of up to 200 characters, why this changes. Nothing is published yet.',
  faults: 'Nothing is published yet: some of it is not right.',
  unchanged: 'There is nothing to publish: the site says this already. You can discard your draft in the editor.',
  overtaken,
} as const;

/** Renders the changes of a publication, and the field for its reason. */
export function PublishPage(props: PublishPageProps) {
  const { on, changed, drafts, copies, faults, later, reason } = props;
  const isEmpty = drafts.length === 0;
  return (
    <OfficePage
      title="Publish"
      lead={
        isEmpty
          ? 'You have changed nothing that is not published.'
          : 'This is what visitors will read instead. Nothing is published before you press the button below.'
      }
      here="/words"
    >
      {isEmpty ? (
        <a href="/words/edit" className="button button-primary">
          Edit the words
        </a>
      ) : (
        <form method="post" action="/words/publish" className="grid max-w-text gap-7">
          <input type="hidden" name="on" value={on} />
          {faults.length > 0 ? <Faults faults={faults} /> : null}
          {copies.length > 0 ? <Copies copies={copies} /> : null}
          <Changes changed={changed} drafts={drafts} />
          {later.length > 0 ? <Later later={later} /> : null}
          <TextField
            name="reason"
            label="Why, in one line"
            hint="For everybody who looks at the versions later."
            maxLength={200}
            defaultValue={reason}
          />
          <div className="row">
            <Submit className="button button-primary">Publish now</Submit>
            <button type="submit" name="act" value="look" className="button">
              Show the changes again
            </button>
            <ButtonLink to="/words/edit">Go on editing</ButtonLink>
          </div>
        </form>
      )}
    </OfficePage>
  );
}

function Faults({ faults }: Pick<PublishPageProps, 'faults'>) {
  return (
    <div role="alert" className="notice is-problem mb-0">
      <h2>{pluralise(faults.length, 'field is', 'fields are')} not right yet</h2>
      <ul className="mt-[0.4rem] grid gap-[0.3rem]">
        {faults.map(({ address, text }) => (
          <li key={`${address} ${text}`}>
            <a href={address} className="link target inline-flex">
              <UserText text={text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders copied texts of new entries, each with a checkbox to confirm it. */
function Copies({ copies }: Pick<PublishPageProps, 'copies'>) {
  return (
    <fieldset className="notice is-problem mb-0">
      <legend className="float-left w-full">
        <h2>Still the words of another</h2>
      </legend>
      <p className="clear-both text-quiet">Change each, or confirm that it is meant.</p>
      {copies.map(({ key, title, of, text, address, isConfirmed }) => (
        <div key={key} className="mt-3">
          <a href={address} className="link target inline-flex">
            <UserText text={title} />
          </a>
          <label className="target gap-3">
            <input type="checkbox" name="same" value={key} defaultChecked={isConfirmed} />
            <span>
              Still says what <UserText text={of} /> says: <UserText text={text} />
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function Changes({ changed, drafts }: Pick<PublishPageProps, 'changed' | 'drafts'>) {
  return (
    <fieldset className="grid gap-7">
      <legend className="float-left">
        <h2>Your drafts</h2>
      </legend>
      {drafts.map(({ file, title, seen }) => {
        const isIn = seen !== undefined;
        const { fields = [] } = changed.find((one) => one.file === file) ?? {};
        return (
          <section key={file} className="clear-both">
            <h3>
              <UserText text={title} />
            </h3>
            {isIn ? <input type="hidden" name="seen" value={seen} /> : null}
            <label className="target gap-3">
              <input type="checkbox" name="file" value={file} defaultChecked={isIn} />
              <span>
                Publish this
                <span className="sr-only">
                  : <UserText text={title} />
                </span>
              </span>
            </label>
            {isIn ? null : <p className="text-quiet">Left out: your draft stays as it is.</p>}
            {isIn && fields.length === 0 ? <p className="text-quiet">The site says this already.</p> : null}
            <ChangedFields fields={fields} />
          </section>
        );
      })}
    </fieldset>
  );
}

function Later({ later }: Pick<PublishPageProps, 'later'>) {
  return (
    <section>
      <h2>Not before the next release</h2>
      <UserTextList texts={later} />
    </section>
  );
}
