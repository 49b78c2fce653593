import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { declaredProgram } from '../../commands/program.ts';
import { settings } from '../../start/config.ts';

describe('the derived reference', () => {
  let text = '';
  beforeAll(() => {
    text = execFileSync(process.execPath, ['tooling/build/reference.ts'], { encoding: 'utf8' });
  });

  test('has every setting, with what it takes', () => {
    const missing = Object.entries(settings).filter(
      ([name, { takes }]) => !text.includes(`\`${name}\` takes ${takes}`),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  test('has every command with its options, named as on a server', () => {
    for (const command of leavesOf(declaredProgram())) {
      const [, help = ''] = text.split(`### website-admin ${nameOf(command)}\n`);
      for (const { long } of command.options) expect(help.slice(0, help.indexOf('\n##'))).toContain(long);
    }
    expect(text).not.toContain('npm run');
  });

  test('has every metric that a source registers', () => {
    const sources = globSync('server/{metrics.ts,metrics/!(*.test).ts}').map((file) => readFileSync(file, 'utf8'));
    const names = [...sources.join('').matchAll(/(?:name: |gauge\(\s*)'(\w+)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function nameOf(command: Command): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  return group + command.name();
}
