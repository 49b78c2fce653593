import type { StoredFile, StoredMessage } from '../../enquiries/model.ts';
import { cleanFileName, mediaTypesByExtension } from '../../text/file-kinds.ts';
import { formatFileSize } from '../../text/format-file-size.ts';
import { sendError } from '../shared/error-responses.tsx';
import type { StaffRequest, StaffRoutes } from '../shared/staff-request.ts';
import { TextField } from '../shared/fields.tsx';
import { UserText } from '../shared/user-text.tsx';
import { findRequestedEnquiry, findRequestedMail } from './find-requested.ts';

/** Registers GET /enquiries/ID/files/FILE and /mail/ID/files/FILE, which download a file of an enquiry or other mail. */
export function registerFileRoutes({ get }: StaffRoutes): void {
  get('/enquiries/:id/files/:file', async (request) => {
    const enquiry = await findRequestedEnquiry(request);
    return sendFile(request, enquiry?.messages ?? []);
  });
  get('/mail/:id/files/:file', async (request) => {
    const mail = await findRequestedMail(request);
    return sendFile(request, mail === null ? [] : [mail]);
  });
}

/** Sends the requested file, if it is of one of these messages, with headers that keep browsers from showing it. */
async function sendFile(request: StaffRequest, messages: readonly StoredMessage[]) {
  const { enquiries } = request.office;
  const id = request.params.file;
  const files = await enquiries.listFiles(messages.map((message) => message.id));
  const [file] = files.some((one) => one.id === id) ? await enquiries.readFiles({ id }) : [];
  if (file === undefined) return sendError(request, 404);
  const name = encodeURIComponent(cleanFileName(file.name).replaceAll(/['()*]/g, '_'));
  return request.reply
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type('application/octet-stream')
    .send(file.body);
}

/** Renders the field for the files of a reply. Its form needs `encType="multipart/form-data"`. */
export function FileField() {
  return (
    <TextField
      type="file"
      multiple
      name="files"
      label="Files, if you like"
      hint="PDF, pictures, Office documents and text: ten at most, 10 MB together."
      accept={`.${Object.keys(mediaTypesByExtension).join(',.')}`}
      autoComplete={undefined}
    />
  );
}

/** Renders the files of a message, with links to those that are kept. `pagePath`: `/enquiries/ID` or `/mail/ID`. */
export function FileList({ files, pagePath }: { files: readonly StoredFile[]; pagePath: string }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-[0.4rem] grid gap-[0.2rem]">
      {files.map(({ id, name, size, isKept }) => (
        <li key={id} className="wrap-anywhere">
          {isKept ? (
            <a href={`${pagePath}/files/${id}`}>
              <UserText text={name} />
            </a>
          ) : (
            <UserText text={name} />
          )}{' '}
          <span className="text-small text-quiet">
            {/\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? 'file'}, {formatFileSize(size)}
            {isKept ? null : ', stays in the mailbox'}
          </span>
        </li>
      ))}
    </ul>
  );
}
