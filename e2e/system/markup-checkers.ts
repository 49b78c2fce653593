import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { validate } from 'csstree-validator';
import nuChecker from 'vnu-jar';

/** HTML documents, each under the name of the page and the state that it shows. */
export type Documents = ReadonlyMap<string, string>;

/**
 * Faults and warnings of the Nu checker, the reference of the HTML standard: markup, ARIA, links of labels, the outline of
 * sections. One process checks all, since Java takes a second to start. What it calls "info" is left out: its one remark is on the
 * slash of `<br/>`, which the standard allows. Rejects where Java is missing.
 */
export async function faultsOfNu(documents: Documents): Promise<string[]> {
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

/** Styles, of which csstree knows more; and the element that the notifications' library adds, with the `type` of old. */
const exceptionOfNu = /^CSS: |^The “type” attribute for the “style” element .*"text\/css">\[data-/;

// The quick compiler alone takes 3.5 s for what takes all of them 6 to 12; its frames on the stack are larger.
const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m', '-jar'];
const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--skip-info-messages'];

/** What is wrong with the stylesheets by the syntax that the standards give for each property. */
export function faultsOfStyles(styles: Documents): string[] {
  return [...styles].flatMap(([name, text]) =>
    // Margins of a sheet of paper (CSS Paged Media) are unknown to it.
    validate(text, name)
      .filter(({ message }) => message !== 'Unknown at-rule descriptor `margin`')
      .map((fault) => `${name}: ${fault.message} at ${fault.line}:${fault.column}`),
  );
}
