import { visibleText } from './invisible-characters.ts';

interface AssignSelectProps {
  id: string;
  people: readonly string[];
  /** Stands first even if that person may sign in no more. */
  assignedTo: string | null;
}

/** Who is to see to an enquiry: one of the people, or nobody. */
export function AssignSelect({ id, people, assignedTo }: AssignSelectProps) {
  const offered = assignedTo === null || people.includes(assignedTo) ? people : [assignedTo, ...people];
  return (
    <>
      <label htmlFor={id}>Assigned to</label>
      <select id={id} name="to" defaultValue={assignedTo ?? ''} className="field">
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
