import { AssignSelect } from './assign-select.tsx';
import type { ListAct } from './folder-names.ts';

interface ListActsProps {
  acts: readonly ListAct[];
  people: readonly string[];
}

/** What can be done with all that are ticked. The button says what; nothing is erased before it was asked about. */
export function ListActs({ acts, people }: ListActsProps) {
  const buttons = acts.filter((act) => act !== 'assign');
  return (
    <fieldset className="list-acts">
      <legend>With the ticked ones</legend>
      <div className="list-acts-row">
        {buttons.map((act) => (
          <button
            key={act}
            type="submit"
            name="act"
            value={act}
            className={`button${act === 'erase' ? ' is-grave' : ''}`}
          >
            {labels[act]}
          </button>
        ))}
        {acts.includes('assign') ? (
          <div className="assign">
            <AssignSelect id="assign-to" people={people} assignedTo={undefined} />
            <button type="submit" name="act" value="assign" className="button">
              Assign
            </button>
          </div>
        ) : null}
      </div>
    </fieldset>
  );
}

const labels: Record<Exclude<ListAct, 'assign'>, string> = {
  answer: 'Mark as answered',
  reopen: 'Mark as not answered',
  spam: 'Spam: set aside',
  release: 'Not spam: deliver',
  retry: 'Send the mail again',
  erase: 'Erase…',
};
