import { line, type Command, type CommandGroup, type CommandTable } from './command.ts';
import { isCommand } from './find-command.ts';

export function overview(table: CommandTable): string {
  return [
    'The operator’s command for the website. It works while the server runs.',
    '',
    'Usage: npm run admin -- <command> [options]',
    '',
    ...Object.values(table).flatMap((entry) => [...(isCommand(entry) ? [summary(entry)] : summaries(entry)), '']),
    'Each command takes --json for scripts, and --help to learn more about it.',
    'Exit codes: 0 done, 1 could not be done, 2 wrong command line or a missing --yes.',
    '',
  ].join('\n');
}

export function groupHelp(name: string, group: CommandGroup): string {
  return [`Usage: npm run admin -- ${name} <command> [options]`, '', ...summaries(group), ''].join('\n');
}

export function help(command: Command): string {
  return [`Usage: npm run admin -- ${command.usage}`, '', `${command.summary}.`, '', command.help.replace(/^\n/, '')]
    .map(line)
    .join('');
}

/** What becomes of an enquiry's mail, for the help of the commands that speak of it. */
export const stateHelp = `\
What becomes of an enquiry’s mail:
  due          to be sent, for the first time or again; the server does it by itself
  delivered    the mail server took it (without SMTP_URL: it is a file in the mail folder)
  failed       given up; find the reason with "enquiries show", mend it, then "enquiries retry"
  quarantined  looks like spam and is not sent; if it is none: "enquiries release"`;

function summaries(group: CommandGroup): string[] {
  return Object.values(group).map(summary);
}

function summary({ usage, summary: says }: Command): string {
  return `  ${usage.replace(/ \[.*/, '').padEnd(38)} ${says}`;
}
