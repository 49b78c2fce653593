import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanFileName, findMediaType, maxFilesSize } from '../../text/file-kinds.ts';
import type { ReceivedFile } from '../../mailbox/received-mail.ts';
import { removeControlCharacters } from '../../text/clean-text.ts';

/** Files of a form that can be taken. `problem`: a sentence that says why another is refused. */
export type Upload = { files: (ReceivedFile & { body: Buffer })[]; problem: string | undefined };

/** Reads a form: `getForm` has its fields. Resolves to its files, and to none unless `keepsFiles`. */
type UploadReader = (request: FastifyRequest, reply: FastifyReply, keepsFiles: boolean) => Promise<Upload>;

/** Resolves to no files: for forms that are read already. */
export const readNoUpload: UploadReader = async () => ({ files: [], problem: undefined });

/** Maximum bytes of a form's files together, and of their number, and a function that says why one is refused. */
export interface UploadRules {
  maxSize: number;
  maxFiles?: number;
  findProblem?: (file: Upload['files'][number]) => string | undefined;
}
/** Rules of the files of an answer. */
export const replyUploads: UploadRules = { maxSize: maxFilesSize, maxFiles: 10, findProblem };

/** Maximum number of forms with files in memory at a time, with twice their size each while they are read. */
const maxUploads = 4;

/** Makes the routes of `app` take forms with files, and returns their reader. Nothing is read before it is called. */
export async function acceptUploads(app: FastifyInstance, rules: UploadRules): Promise<UploadReader> {
  const limits = { fieldNameSize: 100, fieldSize: 256 * 1024, fields: 50, files: 500, fileSize: rules.maxSize + 1 };
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  let uploadCount = 0;
  return async (request, reply, keepsFiles) => {
    if (!request.isMultipart()) return readNoUpload(request, reply, keepsFiles);
    const form = new URLSearchParams();
    const upload: Upload = { files: [], problem: keepsFiles ? undefined : 'Nobody is signed in.' };
    const isFull = uploadCount >= maxUploads;
    uploadCount += Number(keepsFiles);
    reply.raw.once('close', () => (uploadCount -= Number(keepsFiles)));
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw Object.assign(new Error('A field is too long'), { statusCode: 413 });
        form.append(part.fieldname, removeControlCharacters(String(part.value)));
        continue;
      }
      // Browsers send a file without a name if none is chosen.
      const name = part.filename && cleanFileName(part.filename);
      if (name) form.append(part.fieldname, name);
      if (name && isFull) upload.problem ??= 'Too many files are being sent at the moment. Wait a minute.';
      if (name && keepsFiles && !isFull) {
        const body = await part.toBuffer();
        const file = { name, type: findMediaType(name) ?? '', size: body.length, body };
        const problem = findTotalProblem([...upload.files, file], rules) ?? rules.findProblem?.(file);
        if (problem === undefined) upload.files.push(file);
        else upload.problem ??= problem;
        // Read and dropped: fields may follow, and browsers show no answer before the end.
      } else part.file.resume();
    }
    request.body = form;
    return upload;
  };
}

/** Returns a sentence that says why files are too many or too large together; undefined if they are not. */
export function findTotalProblem(
  files: readonly { size: number }[],
  { maxSize, maxFiles = Infinity } = replyUploads,
): string | undefined {
  if (files.length > maxFiles) return `An answer takes ${maxFiles} files at most.`;
  const isTooLarge = files.reduce((sum, { size }) => sum + size, 0) > maxSize;
  return isTooLarge ? `The files are larger than ${maxSize / 1024 ** 2} MB together.` : undefined;
}

/** Returns a sentence that says why a file cannot be taken; undefined if it can. */
function findProblem({ name, type, body }: Upload['files'][number]): string | undefined {
  if (body.length === 0) return `“${name}” is empty.`;
  const beginning = beginnings.find(([pattern]) => pattern.test(type))?.[1];
  const isOfItsType =
    beginning?.test(body.toString('latin1', 0, 1024)) ?? (type.startsWith('text/') && !body.includes(0));
  return isOfItsType ? undefined : `“${name}” is no PDF, picture, Office document or text.`;
}

/** Beginnings of files by media type. Office documents with a password begin like the old formats. */
const beginnings: readonly (readonly [type: RegExp, beginning: RegExp])[] = [
  [/pdf$/, /%PDF-/],
  [/^image/, /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s],
  [/^application/, /^(?:PK|\xD0\xCF|\{\\rtf)/],
];
