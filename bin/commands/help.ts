import { line, type Command } from './command.ts';

export function overview(groups: Readonly<Record<string, Readonly<Record<string, Command>>>>): string {
  return [
    'The operator’s command for the website. It works while the server runs.',
    '',
    'Usage: npm run admin -- <command> [options]',
    '',
    ...Object.values(groups).flatMap((group) => [...summaries(group), '']),
    'Each command takes --json for scripts, and --help to learn more about it.',
    'Exit codes: 0 done, 1 could not be done, 2 wrong command line.',
    '',
  ].join('\n');
}

export function groupHelp(name: string, group: Readonly<Record<string, Command>>): string {
  return [`Usage: npm run admin -- ${name} <command> [options]`, '', ...summaries(group), ''].join('\n');
}

export function help(command: Command): string {
  return [`Usage: npm run admin -- ${command.usage}`, '', `${command.summary}.`, '', command.help.replace(/^\n/, '')]
    .map(line)
    .join('');
}

function summaries(group: Readonly<Record<string, Command>>): string[] {
  return Object.values(group).map(({ usage, summary }) => `  ${usage.replace(/ \[--.*/, '').padEnd(38)} ${summary}`);
}
