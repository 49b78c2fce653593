import type { RevisionSummary } from '../../content/revisions.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, PostButton } from '../shared/post-button.tsx';
import { DraftLinks } from './draft-links.tsx';
import type { ContentPageProps } from './content-overview.ts';

/** Renders the published revision, and the drafts with their authors. */
export function ContentPage(props: ContentPageProps) {
  const { newest: revision, shownRevision, differing, drafts, schedules, noticeLinks } = props;
  const { own = [], others = [] } = Object.groupBy(drafts, ({ isOwn }) => (isOwn ? 'own' : 'others'));
  return (
    <OfficePage
      title="Content"
      lead="Everything that the site says and shows: texts, pictures, products, pages, news. What you change stays a draft until you publish it."
      noticeActions={noticeLinks.length > 0 && <NoticeLinks links={noticeLinks} />}
      currentPath="/content"
    >
      <div className="row">
        <a href="/content/edit" className={own.length > 0 ? 'button' : 'button button-primary'}>
          Edit the content
        </a>
        {own.length > 0 ? (
          <a href="/content/publish" className="button button-primary">
            Look at your changes, and publish
          </a>
        ) : null}
      </div>
      <section className="mt-9 max-w-text">
        <h2 className="mb-[0.6rem]">What visitors read</h2>
        {shownRevision === undefined ? null : (
          <p className="notice is-problem">
            {shownRevision === 0 ? 'The content that the site came with' : `Revision ${shownRevision}`}: no pages can be
            made of the last publication. Undo it, or publish anew, and tell whoever runs the server.
          </p>
        )}
        {revision === undefined ? (
          <p>The content that the site came with. Nothing was published here yet.</p>
        ) : (
          <PublishedRevision revision={revision} differing={differing} />
        )}
      </section>
      {schedules.length > 0 ? <ScheduleList schedules={schedules} /> : null}
      <DraftList title="Your drafts" emptyText="You have no draft." drafts={own} />
      {others.length > 0 ? <DraftList title="Drafts of others" drafts={others} /> : null}
      <MissingFactList {...props} />
      <DraftLinks {...props} />
    </OfficePage>
  );
}

function NoticeLinks({ links }: { links: ContentPageProps['noticeLinks'] }) {
  // A new link to a draft is its own label.
  const [, newLink] = links.find(([label, url]) => label === url) ?? [];
  return (
    <p className="links row gap-x-6">
      {links.map(([label = '', url]) => (
        <a key={label} href={url} target="_blank" rel="noreferrer" className="link wrap-anywhere select-all">
          {label}
        </a>
      ))}
      {newLink === undefined ? null : (
        <>
          <button type="button" className="button noscript:hidden" data-copy={newLink}>
            Copy
          </button>
          <span role="status" />
        </>
      )}
    </p>
  );
}

/** Renders the facts that the published content lacks, with links to their fields. Folded: a launch begins with many. */
function MissingFactList({ missingFacts }: Pick<ContentPageProps, 'missingFacts'>) {
  return missingFacts.length === 0 ? null : (
    <details className="mt-9 max-w-text">
      <summary className="min-h-11 py-2 font-semibold">
        What visitors may ask and the company has not said: {missingFacts.length}
      </summary>
      <ul className="ruled">
        {missingFacts.map(({ name, reason, isOptional, editUrl }) => (
          <li key={editUrl}>
            <a href={editUrl} className="link target inline-flex">
              {name}
            </a>
            <p className="text-quiet">
              {isOptional ? 'If there is any: ' : ''}
              {reason}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PublishedRevision({
  revision,
  differing,
}: { revision: RevisionSummary } & Pick<ContentPageProps, 'differing'>) {
  const { number: revisionNumber, at, by, reason } = revision;
  return (
    <>
      <p>
        Revision {revisionNumber}, since <DateTime at={at} />, published by <UserText text={by} />:{' '}
        <UserText text={reason} />
      </p>
      {differing.length > 0 ? (
        <p className="text-quiet">
          What differs from the content that the site came with: <UserText text={differing.join(', ')} />.
        </p>
      ) : null}
      <div className="row mt-3">
        <ButtonLink to={`/content/revisions/${revisionNumber}`}>What it changed</ButtonLink>
        <ButtonLink to="/content/revisions">All revisions</ButtonLink>
        <ButtonLink to={`/content/revisions/${revisionNumber}/undo`}>Undo this one…</ButtonLink>
      </div>
    </>
  );
}

function ScheduleList({ schedules }: Pick<ContentPageProps, 'schedules'>) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Scheduled</h2>
      <ul className="ruled">
        {schedules.map(({ id, at, by, reason, titles, problem, isChanged, isOwn }) => (
          <li key={id}>
            <p>
              <DateTime at={at} />: <UserText text={titles.join(', ')} />
            </p>
            <p className="text-quiet">
              <UserText text={by} />: <UserText text={reason} />
            </p>
            {problem !== null || isChanged ? (
              <p className="notice is-problem">
                {problem === null ? 'It will not be published: the content was changed since. ' : 'Not published: '}
                <UserText text={problem ?? ''} />
              </p>
            ) : null}
            <div className="row">
              {isOwn && (problem !== null || isChanged) ? (
                <ButtonLink to="/content/publish">Choose the time again</ButtonLink>
              ) : null}
              <PostButton action="/content/cancel" fields={{ id }} label={`Cancel ${titles.join(', ')}`}>
                Cancel
              </PostButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftList({
  title,
  emptyText,
  drafts,
}: {
  title: string;
  emptyText?: string;
  drafts: ContentPageProps['drafts'];
}) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">{title}</h2>
      {drafts.length === 0 ? <p className="text-quiet">{emptyText}</p> : null}
      <ul className={drafts.length === 0 ? '' : 'ruled'}>
        {drafts.map(({ file, title: name, editUrl, by, savedAt, isOwn, removedPath, isOrphaned, isScheduled }) => (
          <li key={`${file} ${by}`}>
            <a href={editUrl} className="link target inline-flex">
              <UserText text={name} />
            </a>
            <p className="text-quiet">
              {isOwn ? 'Saved ' : <UserText text={by} />}
              {isOwn ? '' : ', saved '}
              <DateTime at={savedAt} />
              {removedPath === undefined ? '' : `, no longer at ${removedPath}`}
              {isScheduled ? ', scheduled' : ''}
            </p>
            {isOrphaned ? (
              <PostButton action="/content/take-over" fields={{ file, by }}>
                Take this draft over
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
