import type { VersionHead } from '../../enquiries/core/words-store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign } from '../parts/foreign-text.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { ChangedFields, type ChangedFile } from './differences.tsx';
import { UndoForm } from './start-page.tsx';

/** All publications that are kept, the newest first. */
export function VersionsPage({ versions }: { versions: readonly VersionHead[] }) {
  const [newest, before] = versions;
  return (
    <OfficePage title="Versions" here="/words">
      <header className="page-header">
        <h1>Versions</h1>
        <p>Each publication, the newest first. They are kept for two years, and the last 200 always.</p>
      </header>
      {newest === undefined ? (
        <p>Nothing was published yet.</p>
      ) : (
        <>
          <ol className="ruled max-w-text">
            {versions.map((version) => (
              <li key={version.number}>
                <a href={`/words/versions/${version.number}`} className="link target inline-flex">
                  Number {version.number}
                </a>
                {version === newest ? ' – live now' : ''}
                <Head version={version} />
              </li>
            ))}
          </ol>
          <CompareForm versions={versions} from={before?.number ?? 0} to={newest.number} />
        </>
      )}
    </OfficePage>
  );
}

interface VersionPageProps {
  version: VersionHead;
  isLive: boolean;
  /** The one before is not kept, or there is none: it is compared with the words that the site came with. */
  isAfterRelease: boolean;
  changed: readonly ChangedFile[];
}

/** One publication, and what it changed. */
export function VersionPage({ version, isLive, isAfterRelease, changed }: VersionPageProps) {
  const { number } = version;
  return (
    <OfficePage title={`Version ${number}`} here="/words">
      <header className="page-header">
        <h1>Version {number}</h1>
        <Head version={version} />
      </header>
      <div className="row mb-7">
        {isLive ? (
          <UndoForm number={number} />
        ) : (
          <form method="post" action={`/words/versions/${number}/draft`}>
            <button type="submit" className="button button-primary">
              Make this the draft
            </button>
          </form>
        )}
        <a href="/words/versions" className="button">
          All versions
        </a>
      </div>
      <h2>Compared with {isAfterRelease ? 'the words that the site came with' : `number ${number - 1}`}</h2>
      <ChangedFiles changed={changed} />
    </OfficePage>
  );
}

interface ComparePageProps {
  /** 0 stands for the words that the site came with. */
  from: number;
  to: number;
  versions: readonly VersionHead[];
  changed: readonly ChangedFile[];
}

/** What differs between any two. */
export function ComparePage({ from, to, versions, changed }: ComparePageProps) {
  return (
    <OfficePage title="Two versions compared" here="/words">
      <header className="page-header">
        <h1>Two versions compared</h1>
      </header>
      <CompareForm versions={versions} from={from} to={to} />
      <ChangedFiles changed={changed} />
    </OfficePage>
  );
}

function Head({ version: { at, by, reason } }: { version: VersionHead }) {
  return (
    <div>
      <p>
        <Foreign text={reason} />
      </p>
      <p className="text-quiet">
        <Moment at={at} />, <Foreign text={by} />
      </p>
    </div>
  );
}

function CompareForm({ versions, from, to }: Omit<ComparePageProps, 'changed'>) {
  const names = [
    ...versions.map(({ number }) => [number, `Number ${number}`] as const),
    [0, 'What the site came with'] as const,
  ];
  return (
    <form action="/words/versions/compare" className="row mt-7 mb-7">
      {(
        [
          ['from', 'Compare', from],
          ['to', 'with', to],
        ] as const
      ).map(([name, label, chosen]) => (
        <div key={name} className="row">
          <label htmlFor={name}>{label}</label>
          <select id={name} name={name} defaultValue={chosen} className="field">
            {names.map(([number, text]) => (
              <option key={number} value={number}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <button type="submit" className="button">
        Compare
      </button>
    </form>
  );
}

function ChangedFiles({ changed }: Pick<ComparePageProps, 'changed'>) {
  if (changed.length === 0) return <p className="mt-3">They say the same.</p>;
  return changed.map(({ file, title, fields }) => (
    <section key={file} className="mt-5 max-w-text">
      <h3>
        <Foreign text={title} />
      </h3>
      <ChangedFields fields={fields} />
    </section>
  ));
}
