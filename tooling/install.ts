import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser, findFirefox, headlessShell } from './browser.ts';

// Installs what tests need of the machine, as root on Debian and its relatives; elsewhere somebody has to.
//   node tooling/install.ts [browser] [checkers] [webkit] [proxies] [mail] [deploy]
// Where no server answers apt fails within a minute, and while somebody else installs it waits.
const options = '-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120';
const canInstall = process.getuid?.() === 0 && runs('apt-get', '--version');

/** Debian's packages by what they are for, each with a command that ends well, or what else finds it. */
const needs: Readonly<Record<string, Readonly<Record<string, string | (() => boolean)>>>> = {
  browser: {
    'chromium-headless-shell': () => Boolean(process.env['CHROMIUM_PATH']) || existsSync(headlessShell),
    // The system faces that the site's fallbacks are made for: without them text moves when the fonts come.
    'fonts-liberation': () => existsSync('/usr/share/fonts/truetype/liberation'),
  },
  // One journey is made in Firefox too; the Nu checker of the markup takes Java.
  checkers: { 'firefox-esr': () => findFirefox() !== undefined, 'default-jre-headless': 'java -version' },
  // One journey is made in WebKitGTK, the engine of Safari, whose browser needs a screen.
  webkit: {
    'webkit2gtk-driver': () => existsSync('/usr/bin/WebKitWebDriver'),
    xvfb: () => existsSync('/usr/bin/Xvfb'),
  },
  // The configurations in deploy/ run with the real nginx, in a network of its own.
  proxies: {
    nginx: 'nginx -v',
    iproute2: 'ip -V',
    openssl: 'openssl version',
    faketime: 'faketime --version',
  },
  // Whether mailboxes show one thread, Postfix and Dovecot say, each with a configuration of its own.
  mail: { postfix: () => existsSync('/usr/sbin/postfix'), 'dovecot-imapd': () => existsSync('/usr/lib/dovecot/imap') },
  deploy: {
    debootstrap: 'debootstrap --version',
    'systemd-container': 'systemd-nspawn --version',
    pebble: 'pebble -h',
    iproute2: 'ip -V',
    openssl: 'openssl version',
  },
};
/** Where these groups are not whole, no test begins. Without the others tests are skipped, and say so, or take longer. */
const advice: Readonly<Record<string, string>> = {
  checkers: 'Install Firefox, or name one in FIREFOX_PATH, and Java 17 or newer.',
  deploy: 'They are installed where root of a Debian asks for them.',
};

for (const group of process.argv.slice(2)) {
  const lacking = missingOf(group);
  if (lacking.length > 0 && canInstall) {
    console.error(`Installing ${lacking.join(' ')}…`);
    // Some relatives of Debian have no package of the shell, and where apt lacks one of them it installs none.
    if (!install(lacking) && lacking.length > 1) for (const name of lacking) install([name]);
  }
  const missing = missingOf(group).join(', ');
  if (missing !== '')
    console.error(`Missing: ${missing}. ${advice[group] ?? 'Some tests are skipped, or take longer.'}`);
  if (missing !== '' && group in advice) process.exit(1);
  if (group === 'browser') expectBrowser();
}

function missingOf(group: string): string[] {
  const lacking = Object.entries(needs[group] ?? {}).filter(([, found]) => {
    if (typeof found !== 'string') return !found();
    const [program = '', ...options] = found.split(' ');
    return !runs(program, ...options);
  });
  return lacking.map(([name]) => name);
}

/** Where there is no headless shell another Chromium will do, and takes longer; as a last resort Playwright's own. */
function expectBrowser(): void {
  if (findBrowser() || (canInstall && install(['chromium']) && findBrowser())) return;
  const command = 'playwright install chromium --only-shell';
  if (spawnSync(command, { stdio: ['ignore', 2, 2], shell: true }).status === 0) return;
  console.error('No browser could be installed: see above. Install Chromium, or name one in CHROMIUM_PATH.');
  process.exit(1);
}

/** Installs packages of Debian's. Says how it goes on standard error, and whether it worked. */
function install(packages: readonly string[]): boolean {
  const command = `install -y -qq --no-install-recommends ${packages.join(' ')}`;
  // Mostly there is no list of packages yet, or one of last year: then that is fetched first.
  return apt(command, 'quiet') || (apt('update -qq') && apt(command));
}

/** Whether a program is there and starts. */
function runs(program: string, ...options: string[]): boolean {
  return spawnSync(program, options, { stdio: 'ignore' }).status === 0;
}

function apt(command: string, manner: 'quiet' | 'loud' = 'loud'): boolean {
  // None of them may start as a service of this machine: nginx would take its ports.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const messages = manner === 'quiet' ? 'ignore' : 2;
  return (
    spawnSync(`apt-get ${options} ${command}`, { stdio: ['ignore', messages, messages], shell: true, env }).status === 0
  );
}
