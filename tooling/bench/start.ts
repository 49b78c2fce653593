import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { launchProcess, type SiteProcess } from '../../src/start/testing/site-process.ts';
import { findChromium } from '../browser.ts';

/** Starts the site on an empty database with default settings, overridden by `env`: see site.mjs. */
export async function startSite(env: Record<string, string> = {}): Promise<SiteProcess & { url: string }> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const flags = scripts.start.match(/--\S+/g) ?? [];
  const site = launchUntilExit([...flags, join(import.meta.dirname, 'site.mjs')], { HOST: '127.0.0.1', ...env });
  return { ...site, url: await site.waitForUrl() };
}

/** Launches a process that ends with this one. */
export function launchUntilExit(args: readonly string[], env: NodeJS.ProcessEnv, program?: string): SiteProcess {
  const launched = launchProcess(args, { PATH: process.env['PATH'], ...env }, program, createTemporaryDirectory());
  process.prependOnceListener('exit', () => void launched.kill());
  return launched;
}

/** Creates a directory that is removed when the program ends. Returns its path. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}

/** Launches a headless browser that ends with this process. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = findChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-quic', ...sandbox, ...args] });
}
