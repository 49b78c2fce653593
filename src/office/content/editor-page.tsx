import type { FastifyReply } from 'fastify';
import { maxPictureSize, picturePathPrefix } from '../../content/picture-files.ts';
import { findFileInBodies, type StaticFile } from '../../server/static-files.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { HtmlDocument } from '../shared/html-document.tsx';
import type { EditingActionName } from './editing.ts';

/** Bytes: more than the longest legal text in a form. */
const editingLimits = { bodyLimit: 512 * 1024 };
const pictureLimits = { takesFiles: { maxSize: maxPictureSize } };
const actionNames: readonly EditingActionName[] = ['open', 'keep'];

/** Registers GET /content/edit, the page of the editor, and the POSTs of its script. */
export function registerEditorRoutes({ get, post }: StaffRoutes): void {
  get('/content/edit', async (request) => {
    const { office, session } = request;
    const page = (
      <EditorPage
        scriptPath={findEditorScript(office.site.files)}
        person={session.person}
        siteUrl={office.config.siteUrl}
      />
    );
    return sendStaffPage(request, page, { script: 'editor' });
  });
  for (const name of actionNames)
    post(`/content/${name}`, (request) => handleEditingAction(request, name), undefined, editingLimits);
  get(`${picturePathPrefix}:file`, sendPicture);
  post('/content/pictures', handlePictureUpload, undefined, pictureLimits);
  post('/content/preview', handlePreview, undefined, editingLimits);
}

/** Performs an action of the editor, and sends its state as JSON; 400 for invalid input. */
async function handleEditingAction(
  { office, session, form, reply }: StaffRequest,
  actionName: EditingActionName,
): Promise<FastifyReply> {
  // Schemas are loaded on demand: see docs/decisions/019.
  const { editingActions } = await import('./editing.ts');
  const state = await editingActions[actionName](office, session.person, form.get('input'));
  return state === null ? reply.code(400).send({}) : reply.send(state);
}

/** Sends a page of the website with its own policy, for the preview frame; 400 for an invalid form. */
async function handlePreview(request: StaffRequest): Promise<FastifyReply> {
  const { office, session, form, reply } = request;
  const { renderPreviewResponse } = await import('./preview.ts');
  const preview = await renderPreviewResponse(office, session.person, Object.fromEntries(form), reply.log);
  if (preview === null) return sendError(request, 400);
  return reply.header('content-security-policy', preview.policy).type('text/html; charset=utf-8').send(preview.html);
}

/** Stores a picture. Sends its value for the content as JSON, or a sentence that says why there is none. */
async function handlePictureUpload({ office, upload, reply }: StaffRequest) {
  const { files, problem = 'The picture is missing. Choose it again.' } = upload;
  if (!files[0]) return reply.code(422).send({ problem });
  try {
    const { storePicture } = await import('../../content/pictures.ts');
    const result = await storePicture(files[0].body, office.assetStore, office.clock.now());
    return reply.code('problem' in result ? 422 : 200).send(result);
  } catch (error) {
    reply.log.error({ err: error }, 'a picture could not be stored');
    return reply.code(503).send({ problem: 'The picture cannot be stored now. Try again in a minute.' });
  }
}

/** Sends a stored picture, for the editor and its previews. */
async function sendPicture(request: StaffRequest) {
  const { office, reply } = request;
  const { url } = reply.request;
  const file = findFileInBodies(url, await office.assetStore.readBodies(url));
  if (!file) return sendError(request, 404);
  reply.header('cache-control', 'private, max-age=31536000, immutable').type(file.mediaType);
  return reply.send(file.variants.get('identity')?.body);
}

/** Returns the path of the editor script, whose name has a content hash. */
function findEditorScript(files: ReadonlyMap<string, StaticFile>): string {
  return [...files.keys()].find((path) => /^\/assets\/editor-.*\.js$/.test(path)) ?? '';
}

interface EditorPageProps {
  scriptPath: string;
  person: string;
  siteUrl: string;
}

/** Renders the mount point of the editor. */
export function EditorPage({ scriptPath, person, siteUrl }: EditorPageProps) {
  return (
    <HtmlDocument title="Edit the content">
      <body>
        <div id="editor" data-person={person} data-site-url={siteUrl}>
          <noscript>The editor needs scripts. Allow them for this address.</noscript>
        </div>
        <script type="module" src={scriptPath} />
      </body>
    </HtmlDocument>
  );
}
