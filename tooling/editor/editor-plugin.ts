import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { normalizePath, type Plugin, type ViteDevServer } from 'vite';

import { collections } from '../../content/kinds.ts';
import { createEntries } from './entries.ts';

/**
 * The form for the words, at /edit of the development server: what is typed shows in the pages beside it, and is written to the
 * files when it is saved. It answers nobody but its own page on this machine.
 * @param directory the project's
 */
export function editor(directory: string): Plugin {
  const entries = createEntries(directory);
  /** What the pages show instead of a file, by the file's path from `directory`. */
  const drafts = new Map<string, string>();
  return {
    name: 'editor',
    apply: 'serve',
    config: () => ({
      optimizeDeps: {
        include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', '@rjsf/core', '@rjsf/validator-ajv8'],
      },
    }),
    load(id) {
      if (id !== normalizePath(resolve(directory, 'content/stored-words.ts'))) return undefined;
      const read = `readContentFiles(${JSON.stringify(directory)}, new Map(${JSON.stringify([...drafts])}))`;
      return `import { asRead, readContentFiles } from './read-content.ts';\nexport const files = asRead(${read});\n`;
    },
    configureServer(vite) {
      const show = (file: string) => void vite.watcher.emit('change', resolve(directory, file));
      const acts = createActs(entries, drafts, show);
      vite.middlewares.use('/edit', (request, response) => void answer(vite, acts, request, response));
    },
  };
}

type Acts = ReturnType<typeof createActs>;

function createActs(
  entries: ReturnType<typeof createEntries>,
  drafts: Map<string, string>,
  show: (file: string) => void,
) {
  const file = v.pipe(v.string(), v.regex(/^content\/(?:[a-z0-9-]+\/)?[a-z0-9-]+\.yaml$/));
  const draft = v.object({ file, value: v.unknown() });

  return {
    /** All that the form needs. */
    open: act(v.unknown(), () => ({
      entries: entries.list(),
      schemas: entries.schemas(),
      facts: entries.facts(),
    })),

    /** What is wrong with a file as it is. */
    judge: act(draft, ({ file, value }) => ({ faults: entries.judge(file, value).faults })),

    /** Shows a draft in the pages, if they can show it, and says what is wrong with it. */
    draft: act(draft, ({ file, value }) => {
      const { text, isWhole, faults } = entries.judge(file, value);
      if (isWhole && drafts.get(file) !== text) {
        drafts.set(file, text);
        show(file);
      }
      return { faults };
    }),

    save: act(v.object({ ...draft.entries, version: v.string() }), ({ file, value, version }) => {
      const { text, faults } = entries.judge(file, value);
      if (faults.length > 0) return { faults, isSaved: false };
      if (entries.versionNow(file) !== version) return { faults, isSaved: false, isOvertaken: true };
      entries.write(file, text);
      drafts.delete(file);
      show(file);
      return { faults, isSaved: true, entries: entries.list() };
    }),

    discard: act(v.object({ file }), ({ file }) => {
      if (drafts.delete(file)) show(file);
      return { entries: entries.list() };
    }),

    create: act(
      v.object({
        kind: v.picklist(Object.keys(collections) as (keyof typeof collections)[]),
        slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
        name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
      }),
      ({ kind, slug, name }) => ({ file: entries.create(kind, slug, name), entries: entries.list() }),
    ),

    remove: act(v.object({ file: v.pipe(file, v.regex(/\/(?:services|products)\//)) }), ({ file: name }) => {
      const faults = entries.remove(name);
      drafts.delete(name);
      show(name);
      return { faults, entries: entries.list() };
    }),

    word: act(v.object({ word: v.pipe(v.string(), v.regex(/^[\p{L}’]+$/u)) }), ({ word }) => {
      entries.addWord(word);
      return {};
    }),
  };
}

/** What the form can ask for: `run` gets what `schema` accepts, and answers with what becomes JSON. */
function act<Schema extends v.GenericSchema>(schema: Schema, run: (input: v.InferOutput<Schema>) => object) {
  return (input: unknown): object | undefined => {
    const parsed = v.safeParse(schema, input);
    return parsed.success ? run(parsed.output) : undefined;
  };
}

async function answer(vite: ViteDevServer, acts: Acts, request: IncomingMessage, response: ServerResponse) {
  const name = (request.url ?? '/').replace(/^\/|\?.*$/g, '');
  if (name === '') return reply(response, 200, 'text/html; charset=utf-8', page);
  if (!Object.hasOwn(acts, name)) return reply(response, 404, 'text/plain', 'Nothing is at this address.\n');
  // Any page that the same browser shows could ask for this.
  if (request.method !== 'POST' || request.headers['sec-fetch-site'] !== 'same-origin')
    return reply(response, 403, 'text/plain', 'Only the form itself may ask for this.\n');
  try {
    const result = acts[name as keyof Acts](await json(request));
    return reply(response, result ? 200 : 400, 'application/json', JSON.stringify(result ?? {}));
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    vite.config.logger.error(reason, { timestamp: true });
    return reply(response, 500, 'application/json', JSON.stringify({ reason }));
  }
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

// Without Vite's own client, which would load this page again with each draft.
const page = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The words of the site</title>
<link rel="stylesheet" href="/tooling/editor/editor.css">
</head>
<body>
<div id="editor"></div>
<script type="module" src="/tooling/editor/editor.tsx"></script>
</body>
</html>
`;
