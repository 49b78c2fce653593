import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanFileName, findMediaType, maxFilesSize } from '../../text/file-kinds.ts';
import type { ReceivedFile } from '../../mailbox/received-mail.ts';
import { removeControlCharacters } from '../../text/clean-text.ts';

/** Files of a form. `problem`: a sentence that says why they are refused. */
export type Upload = { files: (ReceivedFile & { body: Buffer })[]; problem: string | undefined };

/** Reads a form: `getForm` has its fields. Resolves to its files, and to none unless `keepsFiles`. */
type UploadReader = (request: FastifyRequest, reply: FastifyReply, keepsFiles: boolean) => Promise<Upload>;

/** Resolves to no files: for forms that are read already. */
export const readNoUpload: UploadReader = async () => ({ files: [], problem: undefined });

/** Maximum bytes of a form's files together, and a function that says why the last file is refused. */
export type UploadRules = { maxSize: number; findProblem?: (files: Upload['files']) => string | undefined };
/** Rules of the files of an answer. */
export const replyUploads: UploadRules = { maxSize: maxFilesSize, findProblem };

const maxFiles = 10;
/** Maximum number of forms with files in memory at a time, with twice their size each while they are read. */
const maxUploads = 4;

/** Makes the routes of `app` take forms with files, and returns their reader. Nothing is read before it is called. */
export async function acceptUploads(app: FastifyInstance, rules: UploadRules): Promise<UploadReader> {
  const limits = { fieldNameSize: 100, fieldSize: 256 * 1024, fields: 10, files: 500, fileSize: rules.maxSize + 1 };
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
      if (name && upload.problem === undefined) {
        const body = await part.toBuffer();
        upload.files.push({ name, type: findMediaType(name) ?? '', size: body.length, body });
        const isTooLarge = upload.files.reduce((sum, { size }) => sum + size, 0) > rules.maxSize;
        const sizeProblem = `The files are larger than ${rules.maxSize / 1024 ** 2} MB together.`;
        upload.problem = isTooLarge ? sizeProblem : rules.findProblem?.(upload.files);
      } else part.file.resume();
      // The rest is read and dropped: fields may follow, and browsers show no answer before the end.
      if (upload.problem !== undefined) upload.files = [];
    }
    request.body = form;
    return upload;
  };
}

/** Returns a sentence that says why the last file, or all files together, cannot be taken; undefined if they can. */
function findProblem(files: Upload['files']): string | undefined {
  if (files.length > maxFiles) return `An answer takes ${maxFiles} files at most.`;
  const { name = '', type = '', body = Buffer.of() } = files.at(-1) ?? {};
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
