import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { packageDirectory } from './package-info.ts';

const envFile = join(packageDirectory, '.env');

/** Names of the variables in `.env`, for `readConfig`. Importing this module loads it; the environment overrides it. */
export const envFileVariableNames: readonly string[] = loadEnvFile(envFile);

// Import this module before any that reads the environment.
function loadEnvFile(file: string): string[] {
  if (!existsSync(file)) return [];
  const variables = parseEnv(readEnvFile(file));
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  return Object.keys(variables);
}

/** Reads the file. Exits if it cannot be read: with the defaults, a site would mail nobody. */
function readEnvFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    console.error(`${file} cannot be read (${code}). Make it a file that this user can read.`);
    process.exit(1);
  }
}
