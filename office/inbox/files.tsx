import type { StoredFile } from '../../enquiries/model.ts';
import { UserText } from '../shared/user-text.tsx';

/** Renders the names of the files of a message. */
export function FileList({ files }: { files: readonly StoredFile[]; pagePath: string }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files">
      {files.map(({ id, name }) => (
        <li key={id}>
          <UserText text={name} />
        </li>
      ))}
    </ul>
  );
}
