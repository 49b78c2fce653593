import { spawnSync } from 'node:child_process';

/**
 * When each file of the content was last changed, by the history of the repository: the time of its newest commit, in UTC as
 * `2026-11-21T09:30:00Z`; null for a file with changes that are not committed, of which nothing is known. Files by their path
 * from `directory`. Empty where there is no history, or only the end of one (a shallow clone, which dates everything with its
 * oldest commit): no date is better than a false one.
 */
export function lastChanges(directory: string): Record<string, string | null> {
  const git = (...parameters: string[]) => runGit(directory, parameters);
  if (git('rev-parse', '--is-shallow-repository')?.trim() !== 'false') return {};
  const history = git('log', '--format=@%ct', '--name-only', '--no-renames', '--relative', '--', 'content');
  const changed = git('diff', '--name-only', '--relative', 'HEAD', '--', 'content');
  const unknown = git('ls-files', '--others', '--exclude-standard', '--', 'content');
  if (history === undefined || changed === undefined || unknown === undefined) return {};

  const changes: Record<string, string | null> = {};
  let time = '';
  for (const line of linesOf(history)) {
    if (line.startsWith('@')) time = new Date(Number(line.slice(1)) * 1000).toISOString().replace('.000', '');
    else if ((changes[line] ?? '') < time) changes[line] = time;
  }
  for (const file of [...linesOf(changed), ...linesOf(unknown)]) changes[file] = null;
  return changes;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** What git writes to standard output; undefined where it fails, or is not installed. */
function runGit(directory: string, parameters: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=off', ...parameters], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    // Somebody may be about to commit.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  return status === 0 ? stdout : undefined;
}
