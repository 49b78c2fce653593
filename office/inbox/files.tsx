import { formatFileSize } from '../../enquiries/conversation/files.ts';
import type { StoredFile } from '../../enquiries/model.ts';
import { fileKinds } from '../../mailbox/file-kinds.ts';
import { UserText } from '../shared/user-text.tsx';

interface FileFieldProps {
  /** Sentence that says why the chosen files were refused. */
  problem?: string | undefined;
}

/** Renders the field for the files of an answer. Its form needs `encType="multipart/form-data"`. */
export function FileField({ problem }: FileFieldProps) {
  return (
    <div className="grid justify-items-start gap-[0.3rem]">
      <label htmlFor="files" className="font-semibold">
        Files, if you like
      </label>
      <p id="files-hint" className="text-small text-quiet">
        PDF, pictures, Office documents and text: ten files at most, 10 MB together.
      </p>
      {problem === undefined ? null : (
        <p id="files-problem" className="font-medium text-balloon">
          <UserText text={problem} />
        </p>
      )}
      <input
        type="file"
        multiple
        id="files"
        name="files"
        accept={Object.keys(fileKinds)
          .map((extension) => `.${extension}`)
          .join()}
        aria-describedby={problem === undefined ? 'files-hint' : 'files-hint files-problem'}
        aria-invalid={problem === undefined ? undefined : true}
        className="field"
      />
    </div>
  );
}

interface FileListProps {
  files: readonly StoredFile[];
  /** Path of the page of their enquiry (`/enquiries/ID`), or of other mail (`/mail/ID`). */
  pagePath: string;
}

/** Renders the files of a message, with links to download those that are kept. Without files it renders nothing. */
export function FileList({ files, pagePath }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-[0.4rem] grid gap-[0.2rem]">
      {files.map(({ id, name, type, size, isKept }) => (
        <li key={id} className="wrap-anywhere">
          {isKept && size > 0 ? (
            <a href={`${pagePath}/files/${id}`} className="link">
              <UserText text={name} />
            </a>
          ) : (
            <UserText text={name} />
          )}{' '}
          <span className="text-small text-quiet">
            {describeKind(type)}, {formatFileSize(size)}
            {isKept ? null : '. It is not kept here, and stays in the mailbox.'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function describeKind(type: string): string {
  return kindNames.find(([pattern]) => pattern.test(type))?.[1] ?? 'another kind';
}

const kindNames: readonly (readonly [RegExp, string])[] = [
  [/\/pdf$/, 'PDF'],
  [/^image\//, 'picture'],
  [/sheet|excel|csv/, 'spreadsheet'],
  [/presentation|powerpoint/, 'presentation'],
  [/word|rtf|opendocument\.text/, 'document'],
  [/^text\//, 'text'],
];
