import { DateTime } from '../shared/html-document.tsx';
import { UserText, UserTextList } from '../shared/user-text.tsx';
import { pluralise } from '../../text/format-text.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { TextField } from '../shared/fields.tsx';
import { ChangedFieldList } from './text-diff.tsx';
import type { PublishPageProps } from './publish-plan.ts';

/** Renders the changes of a publication, and the field for its reason. */
export function PublishPage(props: PublishPageProps) {
  const { baseRevision, drafts, seenVersions, copies, issues, changesNeedingRelease } = props;
  const isEmpty = drafts.length === 0;
  return (
    <OfficePage
      title="Publish"
      lead={
        isEmpty
          ? 'You have changed nothing that is not published.'
          : 'This is what visitors will read instead. Nothing is published before you press “Publish now”.'
      }
      currentPath="/content"
    >
      {isEmpty ? (
        <a href="/content/edit" className="button button-primary">
          Edit the content
        </a>
      ) : (
        <form method="post" action="/content/publish" className="with-side">
          <HiddenFields fields={{ baseRevision, seenVersion: seenVersions }} />
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-7">
            {issues.length > 0 ? <IssueList issues={issues} /> : null}
            {copies.length > 0 ? <CopiedTexts copies={copies} /> : null}
            <DraftChanges {...props} />
            {changesNeedingRelease.length > 0 ? <ReleaseChanges changesNeedingRelease={changesNeedingRelease} /> : null}
          </div>
          <PublishFields {...props} />
        </form>
      )}
    </OfficePage>
  );
}

/** Renders the fields and buttons of a publication, which stay in view beside its changes. */
function PublishFields({ drafts, reason, at, timeZone }: PublishPageProps) {
  return (
    <div className="side-group self-start md:sticky md:top-5">
      <TextField
        name="reason"
        label="Why, in one line"
        hint="Required, for everybody who looks at the revisions later."
        required
        maxLength={200}
        defaultValue={reason}
      />
      <SubmitButton className="button button-primary mb-4">Publish now</SubmitButton>
      <TextField
        name="at"
        type="datetime-local"
        label="At a time, if not now"
        hint={`In the time of ${timeZone}. A time that the clocks skip counts as an hour later; of one that they repeat, the first counts.`}
        defaultValue={at}
      />
      <button type="submit" name="intent" value="schedule" className="button justify-self-start">
        Publish at this time
      </button>
      <p className="links row mt-3 gap-x-6">
        <a href={drafts[0]?.editUrl ?? ''}>Go on editing</a>
        <button type="submit" name="intent" value="look" formNoValidate className="link">
          Show the changes again
        </button>
      </p>
    </div>
  );
}

/** Renders issues as links to their fields. */
export function IssueList({ issues }: Pick<PublishPageProps, 'issues'>) {
  return (
    <div role="alert" className="notice is-problem mb-0">
      <h2>{pluralise(issues.length, 'field is', 'fields are')} not right yet</h2>
      <ul className="mt-[0.4rem] grid gap-[0.3rem]">
        {issues.map(({ editUrl, text }) => (
          <li key={`${editUrl} ${text}`}>
            <a href={editUrl} className="link target inline-flex">
              <UserText text={text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders copied texts of new entries, each with a checkbox to confirm it. */
function CopiedTexts({ copies }: Pick<PublishPageProps, 'copies'>) {
  return (
    <fieldset className="notice is-problem mb-0">
      <legend className="float-left w-full">
        <h2>Still the words of another</h2>
      </legend>
      <p className="clear-both text-quiet">Change each, or confirm that it is meant.</p>
      {copies.map(({ key, title, sourceTitle, text, editUrl, isConfirmed }) => (
        <div key={key} className="mt-3">
          <a href={editUrl} className="link target inline-flex">
            <UserText text={title} />
          </a>
          <label className="target gap-3">
            <input type="checkbox" name="confirmedCopy" value={key} defaultChecked={isConfirmed} />
            <span>
              Still says what <UserText text={sourceTitle} /> says: <UserText text={text} />
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function DraftChanges({ changedFiles, drafts }: Pick<PublishPageProps, 'changedFiles' | 'drafts'>) {
  const { scheduled = [], others = [] } = Object.groupBy(drafts, ({ scheduledAt }) =>
    scheduledAt ? 'scheduled' : 'others',
  );
  const renderDraft = (draft: PublishPageProps['drafts'][number]) => {
    const { fields = [] } = changedFiles.find(({ file }) => file === draft.file) ?? {};
    return <DraftChange key={draft.file} draft={draft} fields={fields} />;
  };
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="float-left">
          <h2>Your drafts</h2>
        </legend>
        <p className="clear-both">
          {pluralise(drafts.filter(({ isIncluded }) => isIncluded).length, 'text', 'texts')} will be published. Leave
          out what is not ready.
        </p>
        {others.map(renderDraft)}
      </fieldset>
      {scheduled.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="float-left">
            <h2>Scheduled</h2>
          </legend>
          <p className="clear-both">These are published at their time. Tick one only to publish it before.</p>
          {scheduled.map(renderDraft)}
        </fieldset>
      ) : null}
    </>
  );
}

function DraftChange({
  draft: { file, title, isIncluded, scheduledAt, early },
  fields,
}: {
  draft: PublishPageProps['drafts'][number];
  fields: PublishPageProps['changedFiles'][number]['fields'];
}) {
  return (
    <section className="clear-both mt-4 border-t border-hairline pt-3">
      <div className="row gap-x-6">
        <h3>
          <UserText text={title} />
        </h3>
        <label className="target gap-3">
          <input type="checkbox" name="file" value={file} defaultChecked={isIncluded} />
          <span>
            {scheduledAt ? 'Publish this early' : 'Publish this'}
            <span className="sr-only">
              : <UserText text={title} />
            </span>
          </span>
        </label>
      </div>
      {scheduledAt && (
        <p>
          To be published at <DateTime at={scheduledAt} />
        </p>
      )}
      {early && (
        <label className="target gap-3">
          <input type="checkbox" name="early" value={early.key} defaultChecked={early.isConfirmed} />
          <span>
            Yes, now and not at <DateTime at={early.at} />. What was scheduled with it is held then.
          </span>
        </label>
      )}
      {isIncluded || scheduledAt ? null : <p className="text-quiet">Left out: your draft stays as it is.</p>}
      {isIncluded && fields.length === 0 ? <p className="text-quiet">The site says this already.</p> : null}
      <ChangedFieldList fields={fields} />
    </section>
  );
}

function ReleaseChanges({ changesNeedingRelease }: Pick<PublishPageProps, 'changesNeedingRelease'>) {
  return (
    <section>
      <h2>Complete only when the site’s software is next updated</h2>
      <p>You need not do anything. Until then:</p>
      <UserTextList texts={changesNeedingRelease} />
    </section>
  );
}
