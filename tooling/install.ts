import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { findChromium, findFirefox, headlessShellPath } from './browser.ts';

// Installs the system packages that tests need: as root on Debian and its derivatives, otherwise it prints advice.
//   node tooling/install.ts [browser] [checkers] [webkit] [reader] [proxies] [mail] [deploy]
// Without a reachable server apt fails within a minute. It waits for another installation to finish.
const options = '-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120';
const canInstall = process.getuid?.() === 0 && isInstalled('apt-get');

/** Debian packages by purpose, each with a program or a file that it has, or a function that is true if it is there. */
const packagesByPurpose: Readonly<Record<string, Readonly<Record<string, string | (() => boolean)>>>> = {
  browser: {
    'chromium-headless-shell': () => Boolean(process.env['CHROMIUM_PATH']) || existsSync(headlessShellPath),
    // The system fonts that the site's fallbacks are measured for: without them text shifts when the fonts load.
    'fonts-liberation': '/usr/share/fonts/truetype/liberation',
  },
  // One journey runs in Firefox too. The Nu HTML Checker needs Java.
  checkers: { 'firefox-esr': () => findFirefox() !== undefined, 'default-jre-headless': 'java' },
  // One journey runs in WebKitGTK, the engine of Safari, whose browser needs a screen.
  webkit: { 'webkit2gtk-driver': 'WebKitWebDriver', xvfb: 'Xvfb' },
  // Orca reads a journey, in a Chromium that has windows.
  reader: { orca: 'orca', chromium: '/usr/bin/chromium', 'dbus-daemon': 'dbus-daemon', xvfb: 'Xvfb' },
  // The configurations in deploy/ run in the real nginx, in its own network.
  proxies: { nginx: 'nginx', iproute2: 'ip', openssl: 'openssl', faketime: 'faketime' },
  // Postfix and Dovecot, each with its own configuration, show if mailboxes keep a thread together.
  mail: { postfix: 'postfix', 'dovecot-imapd': '/usr/lib/dovecot/imap' },
  deploy: {
    debootstrap: 'debootstrap',
    lintian: 'lintian',
    'systemd-container': 'systemd-nspawn',
    pebble: 'pebble',
    iproute2: 'ip',
    openssl: 'openssl',
  },
};
/** Advice on groups without which no test starts. Without the others, tests are skipped (they say so) or slower. */
const advice: Readonly<Record<string, string>> = {
  checkers: 'Install Firefox, or name one in FIREFOX_PATH, and Java 17 or newer.',
  deploy: 'Run this as root on Debian to install them.',
};

for (const group of process.argv.slice(2)) {
  const lacking = listMissingPackages(group);
  if (lacking.length > 0 && canInstall) {
    console.error(`Installing ${lacking.join(' ')}…`);
    // Some derivatives of Debian lack the headless shell, and if one package is unknown apt installs none.
    if (!install(lacking) && lacking.length > 1) for (const name of lacking) install([name]);
  }
  const missing = listMissingPackages(group).join(', ');
  if (missing !== '')
    console.error(`Missing: ${missing}. ${advice[group] ?? 'Some tests are skipped, or take longer.'}`);
  if (missing !== '' && group in advice) process.exit(1);
  if (group === 'browser') ensureBrowser();
}

function listMissingPackages(group: string): string[] {
  const packages = Object.entries(packagesByPurpose[group] ?? {});
  return packages.flatMap(([name, found]) => ((typeof found === 'string' ? isInstalled(found) : found()) ? [] : name));
}

/** Without the headless shell another Chromium works, slower; as a last resort Playwright's own. */
function ensureBrowser(): void {
  if (findChromium() || (canInstall && install(['chromium']) && findChromium())) return;
  const command = 'playwright install chromium --only-shell';
  if (spawnSync(command, { stdio: ['ignore', 2, 2], shell: true }).status === 0) return;
  console.error('No browser could be installed: see above. Install Chromium, or name one in CHROMIUM_PATH.');
  process.exit(1);
}

/** Installs Debian packages, with output on standard error. Returns true on success. */
function install(packages: readonly string[]): boolean {
  const command = `install -y -qq --no-install-recommends ${packages.join(' ')}`;
  // Usually the package lists are missing or old: then they are fetched first.
  return apt(command, 'quiet') || (apt('update -qq') && apt(command));
}

/** Returns true for a file that exists, by its absolute path or, for a program, by its name. */
function isInstalled(file: string): boolean {
  // Debian has nginx and ip in a folder that only root's shell searches.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(resolve(folder, file)));
}

function apt(command: string, manner: 'quiet' | 'loud' = 'loud'): boolean {
  // No service may start: nginx would take this machine's ports.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const messages = manner === 'quiet' ? 'ignore' : 2;
  return (
    spawnSync(`apt-get ${options} ${command}`, { stdio: ['ignore', messages, messages], shell: true, env }).status === 0
  );
}
