import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createTemporaryDirectory } from '../../src/database/testing/temporary-sqlite.ts';
import { readLastChanges } from './last-changes.ts';

const time = '2026-01-10T09:00:00Z';
const about = { 'content/about.ts': 'a' };

describe('the last changes of the content', () => {
  it('are those of the newest commit that changed a file, in UTC, in a folder of a larger repository too', () => {
    const { directory, commit } = startRepository();
    commit(time, { 'site/content/about.ts': 'a', 'site/content/products/one.ts': 'a', 'content/other.ts': 'a' });
    commit('2026-03-01T23:30:00-02:00', { 'site/content/about.ts': 'b' });
    commit('2026-04-01T09:00:00+00:00', { 'site/app/root.tsx': 'b' });
    const changes = { 'content/about.ts': '2026-03-02T01:30:00Z', 'content/products/one.ts': time };
    expect(readLastChanges(join(directory, 'site'))).toEqual(changes);
  });

  it('are unknown of a file that is not as it was committed', () => {
    const { directory, git, commit, write } = startRepository();
    commit(time, { ...about, 'content/home.ts': 'a', 'content/site.ts': 'a' });
    write({ 'content/about.ts': 'b', 'content/new.ts': 'a', 'content/site.ts': 'b' });
    git('add', 'content/site.ts');
    const unknown = { 'content/about.ts': null, 'content/new.ts': null, 'content/site.ts': null };
    expect(readLastChanges(directory)).toEqual({ ...unknown, 'content/home.ts': time });
  });

  it('follow a branch that was merged, and a file to its new name', () => {
    const { directory, git, commit } = startRepository();
    commit(time, { ...about, 'content/home.ts': 'a' });
    git('checkout', '--quiet', '-b', 'words');
    commit('2026-02-01T09:00:00Z', { 'content/about.ts': 'b' });
    git('checkout', '--quiet', '-');
    commit('2026-01-20T09:00:00Z', { 'content/home.ts': 'b' });
    git('merge', '--quiet', '--no-ff', '--no-edit', 'words');
    renameSync(join(directory, 'content/home.ts'), join(directory, 'content/start.ts'));
    commit('2026-03-01T09:00:00Z', {});
    const changes = { 'content/about.ts': '2026-02-01T09:00:00Z', 'content/start.ts': '2026-03-01T09:00:00Z' };
    expect(readLastChanges(directory)).toMatchObject(changes);
  });

  it('are none where there is no whole history: in a shallow clone, without a commit, a repository or git', () => {
    const { directory, git, commit } = startRepository();
    expect([directory, createTemporaryDirectory()].map(readLastChanges)).toEqual([{}, {}]);
    commit(time, about);
    commit('2026-02-10T09:00:00Z', { 'content/home.ts': 'a' });
    const clone = join(createTemporaryDirectory(), 'clone');
    git('clone', '--quiet', '--depth=1', `file://${directory}`, clone);
    expect(readLastChanges(clone)).toEqual({});
    vi.stubEnv('PATH', '');
    expect(readLastChanges(directory)).toEqual({});
  });
});

function startRepository() {
  const directory = createTemporaryDirectory();
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=a@b.example'];
  // A developer's own settings might sign commits, or name branches differently.
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const run = (parameters: readonly string[], at = '') => {
    const env = { ...process.env, ...settings, GIT_COMMITTER_DATE: at };
    execFileSync('git', [...person, ...parameters], { cwd: directory, env });
  };
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
    }
  };
  const commit = (at: string, files: Readonly<Record<string, string>>) => {
    write(files);
    run(['add', '--all']);
    run(['commit', '--quiet', '--message', 'A change'], at);
  };
  run(['init', '--quiet']);
  return { directory, git: (...parameters: string[]) => run(parameters), write, commit };
}
