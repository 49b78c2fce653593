import type { ContentIssue } from '../../../content/content-issues.ts';
import { formatFileAndFieldTitle } from '../../../content/validate-content.ts';
import type { ContentFiles } from '../../../content/merge-content.ts';
import type { SyncState } from './draft-sync.ts';
import { formatFieldHash } from '../field-hash.ts';

/** Renders the issues with links to their fields: first of this file and caused by it, then of other drafts. */
export function IssueSummary({ file, syncState, files }: { file: string; syncState: SyncState; files: ContentFiles }) {
  const { here = [], elsewhere = [] } = Object.groupBy(syncState.issues, (issue) =>
    issue.file === file || syncState.ownDrafts[issue.file] === undefined ? 'here' : 'elsewhere',
  );
  return (
    <>
      {here.length > 0 ? (
        <section aria-label="To be put right" className="notice is-problem mb-4 max-h-[30dvh] overflow-auto">
          <b>To be put right before this can be published</b>
          <IssueList issues={here} files={files} />
        </section>
      ) : null}
      {elsewhere.length > 0 ? (
        <details className="notice mb-4">
          <summary>{elsewhere.length} to be put right in other texts</summary>
          <IssueList issues={elsewhere} files={files} />
        </details>
      ) : null}
    </>
  );
}

function IssueList({ issues, files }: { issues: readonly ContentIssue[]; files: ContentFiles }) {
  return (
    <ul>
      {issues.map((issue) => (
        <li key={JSON.stringify(issue)}>
          <a href={formatFieldHash(issue)}>{formatFileAndFieldTitle(issue, files)}</a> {issue.message}
        </li>
      ))}
    </ul>
  );
}
