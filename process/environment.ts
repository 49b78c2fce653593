import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { siteDirectory } from './site-directory.ts';

const file = join(siteDirectory, '.env');

/** The names that `.env` has, for `readConfig`. What the environment sets already wins over the file. */
export const namesInFile: readonly string[] = load(file);

// Imported before whatever reads the environment.
function load(file: string): string[] {
  if (!existsSync(file)) return [];
  const variables = parseEnv(read(file));
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  return Object.keys(variables);
}

/** Without its settings a site would run on the defaults, and mail nobody: the process ends. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    console.error(`${file} cannot be read (${code}). It has to be a file that this user may read.`);
    process.exit(1);
  }
}
