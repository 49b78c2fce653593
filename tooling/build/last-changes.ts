import { execFileSync } from 'node:child_process';

/**
 * When each file of the content was last changed, by the history of the repository: the time of its newest commit, in UTC as
 * `2026-11-21T09:30:00Z`; null for a file with changes that are not committed, of which nothing is known. Files by their path
 * from `directory`. Empty where there is no history, or only the end of one (a shallow clone, which dates everything with its
 * oldest commit): no date is better than a false one.
 */
export function readLastChanges(directory: string): Record<string, string | null> {
  // Somebody may be about to commit.
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
    // There is no git, or no history.
    return {};
  }
}
