import { setField, type FieldChange } from '../../content/merge-content.ts';
import type { Core } from '../open-core.ts';

export const contactFact = (fact: 'email' | 'phone'): Pick<FieldChange, 'file' | 'path'> => ({
  file: 'site.yaml',
  path: ['contact', fact],
});

/** Publishes a change of one field, as an office does. Resolves to the number of the revision. */
export async function publishField(
  { liveWords }: Pick<Core, 'liveWords'>,
  field: Pick<FieldChange, 'file' | 'path'>,
  value: unknown,
): Promise<number> {
  const { files, number } = await liveWords.live();
  const made = { by: 'anna@ours.example', reason: 'Another text', files: setField(files, field, value), on: number };
  const published = await liveWords.publish(made);
  if (published.outcome === 'published') return published.number;
  throw new Error(JSON.stringify(published));
}
