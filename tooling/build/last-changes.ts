import { execFileSync } from 'node:child_process';

/**
 * Returns the time of the newest commit of each content file, by its path from `directory`, in UTC as
 * `2026-11-21T09:30:00Z`; null for a file with uncommitted changes. Empty without a history, or in a shallow clone,
 * which dates every file with its oldest commit: no date is better than a wrong one.
 */
export function readLastChanges(directory: string): Record<string, string | null> {
  // Git must not take its index lock: someone may be about to commit.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'core.quotePath=off', ...parameters], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    }).match(/.+/g) ?? [];
  const changes: Record<string, string | null> = {};
  try {
    if (git('rev-parse', '--is-shallow-repository')[0] !== 'false') return {};
    let time = '';
    for (const line of git('log', '--format=@%ct', '--name-only', '--no-renames', '--relative', '--', 'content')) {
      if (line.startsWith('@')) time = new Date(Number(line.slice(1)) * 1000).toISOString().replace('.000', '');
      else if ((changes[line] ?? '') < time) changes[line] = time;
    }
    const changed = git('diff', '--name-only', '--relative', 'HEAD', '--', 'content');
    const unknown = git('ls-files', '--others', '--exclude-standard', '--', 'content');
    for (const file of [...changed, ...unknown]) changes[file] = null;
    return changes;
  } catch {
    // Git is missing, or there is no history.
    return {};
  }
}
