import type { Handled } from '../enquiries/core/store.ts';
import { CommandFailure, jsonText, line, progressOn, type Terminal } from './command.ts';
import type { Choice, Chosen } from './enquiry-choice.ts';
import { counted } from './enquiry-text.ts';

export interface Deed {
  act(one: Chosen): Promise<Handled>;
  /** What JSON calls the list of those that were done, and what follows their number in words. */
  done: { list: string; one: string; several: string };
  /** The same of those that could not be, and what follows their names. */
  refused?: { list: string; reason: string };
}

/**
 * Does the same to all, and says how that went: as lists of ids in JSON, or in words. What others have changed since it was chosen
 * is let be. Throws a CommandFailure where some could not be done.
 */
export async function actOn({ chosen, unknown }: Choice, deed: Deed, json: boolean, terminal: Terminal): Promise<void> {
  const done: string[] = [];
  const refused: Chosen[] = [];
  const missing = [...unknown];
  const progress = progressOn(terminal);
  for (const [index, one] of chosen.entries()) {
    const handled = await deed.act(one);
    if (handled === 'done') done.push(one.id);
    if (handled === 'not possible') refused.push(one);
    if (handled === 'unknown') missing.push(one.name);
    progress.show(`${index + 1} of ${chosen.length} enquiries`);
  }
  progress.end();

  const { list, one, several } = deed.done;
  const lists = { [list]: done, ...(deed.refused && { [deed.refused.list]: refused.map(({ id }) => id) }) };
  terminal.write(json ? jsonText({ ...lists, unknown: missing }) : line(`${counted(done.length, one, several)}.`));
  const reasons = [
    ...refused.map(({ name }) => `${name} ${deed.refused?.reason}.`),
    ...missing.map((name) => `There is no enquiry ${name}.`),
  ];
  // JSON has told them already.
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
