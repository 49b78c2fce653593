import { setField, type FieldChange } from '../../content/merge-content.ts';
import type { ApplicationCore } from '../open-application-core.ts';

export const getContactFieldRef = (fact: 'email' | 'phone'): Pick<FieldChange, 'file' | 'path'> => ({
  file: 'site.yaml',
  path: ['contact', fact],
});

/** Publishes a change of one field, as an office does. Resolves to the number of the revision. */
export async function publishField(
  { contentRepository }: Pick<ApplicationCore, 'contentRepository'>,
  field: Pick<FieldChange, 'file' | 'path'>,
  value: unknown,
): Promise<number> {
  const { files, number } = await contentRepository.readLiveContent();
  const made = {
    by: 'anna@ours.example',
    reason: 'Another text',
    files: setField(files, field, value),
    baseRevision: number,
  };
  const published = await contentRepository.publish(made);
  if (published.outcome === 'published') return published.number;
  throw new Error(JSON.stringify(published));
}
