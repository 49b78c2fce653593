import type { FastifyReply } from 'fastify';

import type { StaticFile } from '../../server/static-files.ts';
import type { StaffRoutes, StaffRequest } from '../shared/staff-routes.ts';
import { Document } from '../shared/document.tsx';
import type { EditingAct } from './editing.ts';
import type { WordsParts } from './publish.tsx';

/** Bytes: more than the longest legal text in a form. */
const longest = { bodyLimit: 512 * 1024 };
const actNames: readonly EditingAct[] = ['open', 'keep'];

/** Registers GET /words/edit, the page of the editor, and the POSTs of its script. */
export function registerEditRoutes({ get, post }: StaffRoutes, parts: WordsParts): void {
  get('/words/edit', async ({ files, person, show }) =>
    show(<EditorPage script={editorScript(files)} person={person} />, { script: 'editor' }),
  );
  for (const name of actNames) post(`/words/${name}`, (visit) => answer(visit, parts, name), undefined, longest);
  post('/words/preview', (visit) => answerPreview(visit, parts), undefined, longest);
}

async function answer(
  { form, person, reply }: StaffRequest,
  parts: WordsParts,
  name: EditingAct,
): Promise<FastifyReply> {
  // Schemas are loaded on demand: see docs/decisions/019.
  const { editingActs } = await import('./editing.ts');
  const state = await editingActs[name](parts, person, form.get('input'));
  return state === null ? reply.code(400).send({}) : reply.send(state);
}

async function answerPreview({ form, person, reply, refuse }: StaffRequest, parts: WordsParts): Promise<FastifyReply> {
  const { previewPage } = await import('./preview.ts');
  const shown = await previewPage(parts, person, Object.fromEntries(form));
  if (shown === null) return refuse(400);
  return reply.header('content-security-policy', shown.policy).type('text/html; charset=utf-8').send(shown.html);
}

/** Returns the path of the editor script, whose name has a content hash. */
function editorScript(files: ReadonlyMap<string, StaticFile>): string {
  return [...files.keys()].find((address) => /^\/assets\/editor-.*\.js$/.test(address)) ?? '';
}

interface EditorPageProps {
  script: string;
  person: string;
}

/** Renders the mount point of the editor. */
export function EditorPage({ script, person }: EditorPageProps) {
  return (
    <Document title="Edit the words">
      <body>
        <div id="editor" data-person={person}>
          <noscript>The editor needs scripts. Allow them for this address.</noscript>
        </div>
        <script type="module" src={script} />
      </body>
    </Document>
  );
}
