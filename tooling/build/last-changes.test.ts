import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { lastChanges } from './last-changes.ts';

describe('the last changes of the content', () => {
  it('are those of the newest commit that changed a file, in UTC', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00+00:00', { 'content/about.ts': 'a', 'content/products/one.ts': 'a' });
    repository.commit('2026-03-01T23:30:00-02:00', { 'content/about.ts': 'b', 'app/root.tsx': 'a' });
    repository.commit('2026-04-01T09:00:00+00:00', { 'app/root.tsx': 'b' });
    expect(lastChanges(repository.directory)).toEqual({
      'content/about.ts': '2026-03-02T01:30:00Z',
      'content/products/one.ts': '2026-01-10T09:00:00Z',
    });
  });

  it('are unknown of a file that is not as it was committed', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00Z', {
      'content/about.ts': 'a',
      'content/home.ts': 'a',
      'content/site.ts': 'a',
    });
    repository.write({ 'content/about.ts': 'b', 'content/new.ts': 'a', 'content/site.ts': 'b' });
    repository.git('add', 'content/site.ts');
    expect(lastChanges(repository.directory)).toEqual({
      'content/about.ts': null,
      'content/home.ts': '2026-01-10T09:00:00Z',
      'content/new.ts': null,
      'content/site.ts': null,
    });
  });

  it('follow a branch that was merged, and a file to its new name', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00Z', { 'content/about.ts': 'a', 'content/home.ts': 'a' });
    repository.git('checkout', '--quiet', '-b', 'words');
    repository.commit('2026-02-01T09:00:00Z', { 'content/about.ts': 'b' });
    repository.git('checkout', '--quiet', '-');
    repository.commit('2026-01-20T09:00:00Z', { 'content/home.ts': 'b' });
    repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'words');
    renameSync(join(repository.directory, 'content/home.ts'), join(repository.directory, 'content/start.ts'));
    repository.commit('2026-03-01T09:00:00Z', {});
    expect(lastChanges(repository.directory)).toMatchObject({
      'content/about.ts': '2026-02-01T09:00:00Z',
      'content/start.ts': '2026-03-01T09:00:00Z',
    });
  });

  it('are found where the project is a folder of a larger repository', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00Z', { 'site/content/about.ts': 'a', 'content/other.ts': 'a' });
    expect(lastChanges(join(repository.directory, 'site'))).toEqual({ 'content/about.ts': '2026-01-10T09:00:00Z' });
  });

  it('are none in a shallow clone, which does not know them', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00Z', { 'content/about.ts': 'a' });
    repository.commit('2026-02-10T09:00:00Z', { 'content/home.ts': 'a' });
    const clone = join(temporaryDirectory(), 'clone');
    repository.git('clone', '--quiet', '--depth=1', `file://${repository.directory}`, clone);
    expect(lastChanges(clone)).toEqual({});
  });

  it.each(['no repository', 'a repository without a commit'])('are none in %s', (what) => {
    const { directory, write } =
      what === 'no repository' ? { directory: temporaryDirectory(), write: undefined } : startRepository();
    write?.({ 'content/about.ts': 'a' });
    expect(lastChanges(directory)).toEqual({});
  });

  it('are none where git is not installed', () => {
    const repository = startRepository();
    repository.commit('2026-01-10T09:00:00Z', { 'content/about.ts': 'a' });
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    onTestFinished(() => void (process.env['PATH'] = path));
    expect(lastChanges(repository.directory)).toEqual({});
  });
});

function startRepository() {
  const directory = temporaryDirectory();
  const git = (...parameters: string[]) => gitAt(directory, parameters);
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
    }
  };
  const commit = (time: string, files: Readonly<Record<string, string>>) => {
    write(files);
    git('add', '--all');
    gitAt(directory, ['commit', '--quiet', '--message', 'A change'], { GIT_COMMITTER_DATE: time });
  };
  git('init', '--quiet');
  return { directory, git, write, commit };
}

/** With no settings but these: a developer's own would sign commits, or name branches otherwise. */
function gitAt(directory: string, parameters: readonly string[], env: Record<string, string> = {}): void {
  const person = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  execFileSync('git', parameters, {
    cwd: directory,
    env: { ...process.env, ...person, ...committer, ...settings, ...env },
  });
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
