import { visibleText } from '../parts/invisible-characters.ts';

interface AssignSelectProps {
  id: string;
  people: readonly string[];
  /** Stands first even if that person may sign in no more; undefined where they are several, and somebody has to be chosen. */
  assignedTo: string | null | undefined;
}

/** No person has this for an address. */
const unchosen = '?';

/** Who is to see to an enquiry: one of the people, or nobody. */
export function AssignSelect({ id, people, assignedTo }: AssignSelectProps) {
  const offered = !assignedTo || people.includes(assignedTo) ? people : [assignedTo, ...people];
  return (
    <>
      <label htmlFor={id}>Assigned to</label>
      <select
        id={id}
        name="to"
        defaultValue={assignedTo === undefined ? unchosen : (assignedTo ?? '')}
        className="field"
      >
        {assignedTo === undefined ? <option value={unchosen}>choose…</option> : null}
        <option value="">nobody</option>
        {offered.map((person) => (
          <option key={person} value={person}>
            {visibleText(person)}
          </option>
        ))}
      </select>
    </>
  );
}
