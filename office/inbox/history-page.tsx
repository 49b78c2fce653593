import { ActivityList } from './activity-list.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import type { HistoryView } from '../parts/view.ts';

/** Who did what in the inbox and by the command, the latest first. */
export function HistoryPage({ view }: { view: HistoryView }) {
  const { acts, now, next } = view;
  return (
    <OfficePage view={view} title="History">
      <header className="page-header">
        <h1>History</h1>
        <p>Who did what, the latest first. What was done to an enquiry goes with it when it is erased.</p>
      </header>
      {acts.length > 0 ? (
        <ActivityList acts={acts} now={now} />
      ) : (
        <div className="empty">
          <h2>Nobody has done anything yet</h2>
          <p>Every act in this inbox is listed here, with the person and the time.</p>
        </div>
      )}
      {next === undefined ? null : (
        <nav aria-label="Pages">
          <a href={next} className="button">
            Earlier acts
          </a>
        </nav>
      )}
    </OfficePage>
  );
}
