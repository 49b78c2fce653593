import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { expectBuiltWith, madeFrom } from './built-in-settings.ts';
import { readConfig } from './config.ts';
import { copySite, launch } from './testing/site-process.ts';

const built = { SITE_URL: 'https://www.example.com', SUPABASE_ANON_KEY: 'key-one' };

describe('the settings that are built into the pages', () => {
  it('stop a server that has others, in a sentence for each, without the key', async () => {
    const directory = temporaryDirectory();
    copySite(directory, built);
    const env = {
      SITE_URL: 'https://example.net',
      SUPABASE_URL: 'https://x.supabase.co',
      SUPABASE_ANON_KEY: 'key-two',
    };
    const { ended, end, output } = launch([join(directory, 'build', 'node', 'server', 'main.js')], env);
    onTestFinished(async () => void (await end()));
    expect([await ended, output.out]).toEqual([1, '']);
    const way = 'Run npm run build with this setting, or set it back.';
    expect(output.err.split('\n')).toEqual([
      `SITE_URL is https://example.net, but the site was built with https://www.example.com. ${way}`,
      `SUPABASE_URL is https://x.supabase.co, but the site was built with none. ${way}`,
      `SUPABASE_ANON_KEY is not the one with which the site was built. ${way}`,
      '',
    ]);
    expect(readFileSync(join(directory, 'build', madeFrom), 'utf8')).not.toContain('key-one');
  });

  it('may be as they were', () => {
    const directory = temporaryDirectory();
    copySite(directory, built);
    expect(() => expectBuiltWith(readConfig(built), join(directory, 'build'))).not.toThrow();
  });

  it('are not there before the build is complete', () => {
    expect(() => expectBuiltWith(readConfig({}), temporaryDirectory())).toThrow('not built yet. Run: npm run build');
  });
});
