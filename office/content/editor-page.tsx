import type { FastifyReply } from 'fastify';

import type { StaticFile } from '../../server/static-files.ts';
import type { StaffRoutes, StaffRequest } from '../shared/staff-routes.ts';
import { HtmlDocument } from '../shared/html-document.tsx';
import type { EditingActionName } from './editing.ts';
import type { ContentDependencies } from './publish.tsx';

/** Bytes: more than the longest legal text in a form. */
const editingLimits = { bodyLimit: 512 * 1024 };
const actionNames: readonly EditingActionName[] = ['open', 'keep'];

/** Registers GET /words/edit, the page of the editor, and the POSTs of its script. */
export function registerEditorRoutes({ get, post }: StaffRoutes, dependencies: ContentDependencies): void {
  get('/words/edit', async ({ files, person, sendPage }) =>
    sendPage(<EditorPage scriptPath={findEditorScript(files)} person={person} />, { script: 'editor' }),
  );
  for (const name of actionNames)
    post(`/words/${name}`, (request) => handleEditingAction(request, dependencies, name), undefined, editingLimits);
  post('/words/preview', (request) => handlePreview(request, dependencies), undefined, editingLimits);
}

/** Performs an action of the editor, and sends its state as JSON; 400 for invalid input. */
async function handleEditingAction(
  { form, person, reply }: StaffRequest,
  dependencies: ContentDependencies,
  actionName: EditingActionName,
): Promise<FastifyReply> {
  // Schemas are loaded on demand: see docs/decisions/019.
  const { editingActions } = await import('./editing.ts');
  const state = await editingActions[actionName](dependencies, person, form.get('input'));
  return state === null ? reply.code(400).send({}) : reply.send(state);
}

/** Sends a page of the website with its own policy, for the preview frame; 400 for an invalid form. */
async function handlePreview(
  { form, person, reply, sendError }: StaffRequest,
  dependencies: ContentDependencies,
): Promise<FastifyReply> {
  const { renderPreviewPage } = await import('./preview.ts');
  const preview = await renderPreviewPage(dependencies, person, Object.fromEntries(form));
  if (preview === null) return sendError(400);
  return reply.header('content-security-policy', preview.policy).type('text/html; charset=utf-8').send(preview.html);
}

/** Returns the path of the editor script, whose name has a content hash. */
function findEditorScript(files: ReadonlyMap<string, StaticFile>): string {
  return [...files.keys()].find((path) => /^\/assets\/editor-.*\.js$/.test(path)) ?? '';
}

interface EditorPageProps {
  scriptPath: string;
  person: string;
}

/** Renders the mount point of the editor. */
export function EditorPage({ scriptPath, person }: EditorPageProps) {
  return (
    <HtmlDocument title="Edit the words">
      <body>
        <div id="editor" data-person={person}>
          <noscript>The editor needs scripts. Allow them for this address.</noscript>
        </div>
        <script type="module" src={scriptPath} />
      </body>
    </HtmlDocument>
  );
}
