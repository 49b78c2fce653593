import { build } from 'vite';

let bundle: Promise<string> | undefined;

/** Resolves to the script of the editor, bundled apart from the pages' code. Cached: bundling takes a second. */
export async function buildEditorScript(): Promise<string> {
  return (bundle ??= bundleEditor());
}

async function bundleEditor(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: 'src/office/content/editor/editor.tsx' } },
  });
  const [first] = [made].flat();
  const code = first && 'output' in first ? first.output[0].code : undefined;
  if (code === undefined) throw new Error('The editor has no script');
  return code;
}
