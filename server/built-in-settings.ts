import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import { StartError } from './explain.ts';

type BuiltInSettings = Pick<Config, 'siteUrl' | 'supabaseUrl' | 'supabaseAnonKey'>;

/** The settings that are built into the pages, by their variables. Of the key a hash; null where nothing is set. */
export function builtInSettings({ siteUrl, supabaseUrl, supabaseAnonKey }: BuiltInSettings) {
  const key = supabaseAnonKey === undefined ? null : createHash('sha256').update(supabaseAnonKey).digest('hex');
  return { SITE_URL: siteUrl, SUPABASE_URL: supabaseUrl ?? null, SUPABASE_ANON_KEY: key };
}

/** The file in a build that holds what it was made from. It is written last: without it, the build is not complete. */
export const madeFrom = 'made-from.json';

/**
 * Sees that the pages were built with these settings: else their links would name one address, and the server another. Throws
 * a ConfigError that names each setting that differs, or a StartError where nothing is built.
 */
export function expectBuiltWith(config: BuiltInSettings, buildDirectory: string): void {
  const file = join(buildDirectory, madeFrom);
  if (!existsSync(file)) throw new StartError('The site is not built yet. Run: npm run build');
  const built = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string | null>>;
  const different = Object.entries(builtInSettings(config)).filter(([name, value]) => value !== built[name]);
  if (different.length === 0) return;
  throw new ConfigError(
    different.map(([name, value]) => {
      const difference =
        name === 'SUPABASE_ANON_KEY'
          ? `${name} is not the one with which the site was built`
          : `${name} is ${value ?? 'not set'}, but the site was built with ${built[name] ?? 'none'}`;
      return `${difference}. Run npm run build with this setting, or set it back.`;
    }),
  );
}
