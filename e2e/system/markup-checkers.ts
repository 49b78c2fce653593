import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { validate } from 'csstree-validator';
import nuChecker from 'vnu-jar';

/** HTML documents by the name of their page and state. */
export type NamedDocuments = ReadonlyMap<string, string>;

/**
 * Resolves to errors and warnings of the Nu HTML Checker, the HTML standard's reference: markup, ARIA, labels, outline.
 * One process checks all documents, since Java takes a second to start. "info" is ignored: its only remark is the slash
 * of `<br/>`, which the standard allows. Rejects if Java is missing.
 */
export async function checkMarkup(documents: NamedDocuments): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'markup-'));
  const names = new Map<string, string>();
  for (const [name, text] of documents) {
    const file = join(directory, `${names.size}.html`);
    writeFileSync(file, text);
    names.set(file, name);
  }
  try {
    const parameters = [...javaOptions, String(nuChecker), ...options, ...names.keys()];
    const { stdout } = await promisify(execFile)('java', parameters, { maxBuffer: 64 * 1024 * 1024 });
    const { messages } = JSON.parse(stdout) as { messages: { url: string; message: string; extract?: string }[] };
    return messages
      .filter(({ message, extract = '' }) => !exceptionOfNu.test(`${message} (${extract})`))
      .map(({ url, message, extract = '' }) => `${names.get(fileURLToPath(url))}: ${message} (${extract})`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** CSS, which csstree checks better; and the `type` of a `style` element, which sonner alone writes: ours have none. */
const exceptionOfNu = /^CSS: |^The “type” attribute for the “style” element .*<style type="text\/css">/;

// With the first compiler alone it takes 3.5 s instead of 6 to 12; its stack frames are larger.
const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m', '-jar'];
const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--skip-info-messages'];

/** Returns the faults of stylesheets by the standards' syntax of each property. */
export function checkStyles(styles: NamedDocuments): string[] {
  return [...styles].flatMap(([name, text]) =>
    // It does not know the margins of paged media (CSS Paged Media).
    validate(text, name)
      .filter(({ message }) => message !== 'Unknown at-rule descriptor `margin`')
      .map((fault) => `${name}: ${fault.message} at ${fault.line}:${fault.column}`),
  );
}
