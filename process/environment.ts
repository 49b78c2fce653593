import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { siteDirectory } from './site-directory.ts';

const file = join(siteDirectory, '.env');

/** Names set in `.env`, for `readConfig`. The environment overrides the file. */
export const namesInFile: readonly string[] = load(file);

// Imported before whatever reads the environment.
function load(file: string): string[] {
  if (!existsSync(file)) return [];
  const variables = parseEnv(read(file));
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  return Object.keys(variables);
}

/** Reads the file, or exits: on the defaults a site would mail nobody. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    console.error(`${file} cannot be read (${code}). It has to be a file that this user may read.`);
    process.exit(1);
  }
}
