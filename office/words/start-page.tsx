import type { VersionHead } from '../../enquiries/core/words-store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign } from '../parts/foreign-text.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { Difference } from './differences.tsx';

interface Draft {
  file: string;
  title: string;
  /** Where it is edited. */
  address: string;
  by: string;
  savedAt: Date;
  isOwn: boolean;
  /** Whoever wrote it may write no words any more. */
  isLeft: boolean;
}

interface WordsPageProps {
  /** Undefined where nothing was published yet. */
  newest?: VersionHead | undefined;
  /** Fields that the release has changed as well. */
  conflicts: readonly { title: string; address: string; ours: string; theirs: string }[];
  drafts: readonly Draft[];
}

/** What is live, and who is writing what. */
export function WordsPage({ newest, conflicts, drafts }: WordsPageProps) {
  const own = drafts.filter(({ isOwn }) => isOwn);
  const others = drafts.filter(({ isOwn }) => !isOwn);
  return (
    <OfficePage title="Words" here="/words">
      <header className="page-header">
        <h1>Words</h1>
        <p>Everything that the site says. What you change stays a draft until you publish it.</p>
      </header>
      {conflicts.length > 0 ? <Conflicts conflicts={conflicts} /> : null}
      <div className="row">
        <a href="/words/edit" className={own.length > 0 ? 'button' : 'button button-primary'}>
          Edit the words
        </a>
        {own.length > 0 || conflicts.length > 0 ? (
          <a href="/words/publish" className="button button-primary">
            Look at your changes, and publish
          </a>
        ) : null}
      </div>
      <section className="mt-9 max-w-text">
        <h2 className="mb-[0.6rem]">What visitors read</h2>
        {newest === undefined ? (
          <p>The words that the site came with. Nothing was published here yet.</p>
        ) : (
          <Live newest={newest} />
        )}
      </section>
      <Drafts title="Your drafts" nothing="You have no draft." drafts={own} />
      {others.length > 0 ? <Drafts title="Drafts of others" drafts={others} /> : null}
    </OfficePage>
  );
}

function Live({ newest: { number, at, by, reason } }: { newest: VersionHead }) {
  return (
    <>
      <p>
        Number {number}, since <Moment at={at} />, published by <Foreign text={by} />: <Foreign text={reason} />
      </p>
      <div className="row mt-3">
        <a href={`/words/versions/${number}`} className="button">
          What it changed
        </a>
        <a href="/words/versions" className="button">
          All versions
        </a>
        <UndoForm number={number} />
      </div>
    </>
  );
}

/** Takes back what was published last. */
export function UndoForm({ number }: { number: number }) {
  return (
    <form method="post" action="/words/undo">
      <button type="submit" name="on" value={number} className="button">
        Undo number {number}
      </button>
    </form>
  );
}

function Drafts({ title, nothing, drafts }: { title: string; nothing?: string; drafts: readonly Draft[] }) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">{title}</h2>
      {drafts.length === 0 ? <p className="text-quiet">{nothing}</p> : null}
      <ul className={drafts.length === 0 ? '' : 'ruled'}>
        {drafts.map(({ file, title: name, address, by, savedAt, isOwn, isLeft }) => (
          <li key={`${file} ${by}`}>
            <a href={address} className="link target inline-flex">
              <Foreign text={name} />
            </a>
            <p className="text-quiet">
              {isOwn ? 'Saved ' : <Foreign text={by} />}
              {isOwn ? '' : ', saved '}
              <Moment at={savedAt} />
            </p>
            {isLeft ? (
              <form method="post" action="/words/take-over" className="mt-2">
                <input type="hidden" name="file" value={file} />
                <input type="hidden" name="by" value={by} />
                <button type="submit" className="button">
                  Take this draft over
                </button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Conflicts({ conflicts }: Pick<WordsPageProps, 'conflicts'>) {
  return (
    <section className="notice is-problem">
      <h2>A release of the site has changed what you have changed</h2>
      <p>Visitors read the office’s text until somebody has chosen: publish, and choose there.</p>
      {conflicts.map(({ title, address, ours, theirs }) => (
        <div key={address} className="mt-4">
          <h3>
            <a href={address} className="link target inline-flex">
              <Foreign text={title} />
            </a>
          </h3>
          <div className="two-texts">
            <div>
              <p>The office’s text</p>
              <p className="words">
                <Foreign text={ours} />
              </p>
            </div>
            <div>
              <p>The release’s text</p>
              <p className="words">
                <Difference before={ours} after={theirs} />
              </p>
            </div>
          </div>
        </div>
      ))}
    </section>
  );
}
