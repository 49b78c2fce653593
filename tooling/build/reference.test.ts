import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgramDescription } from '../../src/commands/program.ts';
import { settingDefinitions } from '../../src/start/setting-definitions.ts';

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

test('the derived reference has every setting, every option of a command, and every metric of a source', () => {
  const text = execFileSync(process.execPath, ['tooling/build/reference.ts'], { encoding: 'utf8' });
  const takes = Object.entries(settingDefinitions).map(([name, setting]) => `\`${name}\` takes ${setting.validValues}`);
  const commands = leavesOf(createProgramDescription());
  const options = commands.flatMap((command) => command.options.map(({ long }) => long ?? ''));
  const source = readFileSync('src/server/metrics.ts', 'utf8');
  const metrics = Array.from(source.matchAll(/(?:name: |addGauge\(\s*)'(\w+)'/g), ([, name]) => `\`${name}\``);
  expect([commands.length > 10, metrics.length > 5]).toEqual([true, true]);
  expect([...takes, ...options, ...metrics].filter((one) => !text.includes(one))).toEqual([]);
  expect(text).not.toContain('npm run');
});
