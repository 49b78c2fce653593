import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import * as words from '../../content/words.ts';
import { styles } from '../../office/browser-files.ts';
import type { Log } from '../../process/log.ts';
import type { FrontListener } from '../../server/front.ts';
import type { EditorParts } from '../../office/words/edited-words.ts';
import { render } from '../../office/parts/inbox.tsx';
import { policyOf } from '../../office/parts/security-headers.ts';
import { EditorPage } from '../../office/words/edit.tsx';
import { answerAct } from '../../office/words/editing.ts';
import { preview } from '../../office/words/preview.ts';
import { bundleEditor } from '../build/bundle-editor.ts';

/** Nobody has signed in. */
const person = 'you';
const html = 'text/html; charset=utf-8';

/**
 * The editor of the office at /edit of the development server, on the files of the project, with `npm run edit`. It
 * answers this machine alone. All else `site` answers.
 */
export function withEditor(log: Pick<Log, 'warn'>, parts: EditorParts, site: FrontListener): FrontListener {
  if (!process.argv.includes('--edit')) return site;
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!/^\/(?:edit(?:\/.*)?|inbox\.css)$/.test(path)) return site(request, response, next);
    answer(parts, path, request, response).catch((fault: unknown) => {
      // A page that is left while it sends something has broken off a request, too.
      log.warn({ err: fault }, 'the editor could not be answered');
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

async function answer(
  parts: EditorParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, type: string, body: string, policy?: string) => {
    const headers = policy === undefined ? {} : { 'content-security-policy': policy };
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
  };
  if (path === '/inbox.css') return reply(200, 'text/css', styles);
  const name = path.replace(/^\/edit\/?/, '');
  if (!isOfThisMachine(request)) return reply(403, 'text/plain', 'Only this machine may ask for this.\n');
  if (request.method !== 'POST') {
    if (name === 'editor.js') return reply(200, 'text/javascript', await bundleEditor());
    return name === '' ? reply(200, html, page(), policyOf(frame())) : reply(404, 'text/plain', 'Nothing is here.\n');
  }
  // Any page that the same browser shows could ask for this.
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    return reply(403, 'text/plain', 'Only the editor itself may ask for this.\n');
  const form = new URLSearchParams(await text(request));
  if (name === 'preview') {
    const shown = await preview(parts, person, Object.fromEntries(form));
    return shown ? reply(200, html, shown.html, shown.policy) : reply(400, 'text/plain', 'This is no page.\n');
  }
  const { status, json } = await answerAct(parts.edited, person, name, form.get('input'));
  return reply(status, 'application/json', json);
}

/** A page whose name was made to point to this machine has another host. */
function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '') &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? '')
  );
}

const frame = () => ({ theme: 'dark', address: '/edit', now: new Date(), words, script: 'editor' }) as const;

function page(): string {
  return render(<EditorPage at="/edit" script="/edit/editor.js" person={person} />, frame());
}
