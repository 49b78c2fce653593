import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgramDescription } from '../../src/commands/program.ts';
import { packageVersion } from '../../src/process/package-info.ts';
import { createMetricsCollector } from '../../src/server/metrics.ts';
import { settingDefinitions } from '../../src/start/setting-definitions.ts';

// Writes the reference for operators to standard output as Markdown: settings, commands and metrics, generated from the
// sources. Each release contains it. With --man, writes the manual page of the operator's command.
const parts = [formatSettings(readFileSync('.env.example', 'utf8')), formatCommands(), await formatMetrics()];
const reference = `# Settings, commands and metrics of release ${packageVersion}\n\n${parts.join('\n\n')}\n`;
process.stdout.write(process.argv[2] === '--man' ? formatManualPage() : reference);

/** Returns the settings as Markdown, from the comments (one per group) and defaults in `.env.example`. */
function formatSettings(example: string): string {
  const groups = [...example.matchAll(/^(?<comment>(?:# .*\n)+)(?<lines>(?:#[A-Z_]+=.*\n)+)/gm)].map(({ groups }) => {
    const meaning = (groups?.['comment'] ?? '').replaceAll(/^# /gm, '').trim().replaceAll('\n', ' ');
    const rows = [...(groups?.['lines'] ?? '').matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => {
      if (!isSetting(name)) throw new Error(`.env.example has ${name}, which is not a setting`);
      return `- \`${name}\` takes ${settingDefinitions[name].validValues}.${value === '' ? '' : ` Default: \`${value}\`.`}`;
    });
    return `${rows.join('\n')}\n\n  ${escapeMarkdown(meaning)}`;
  });
  return `## Settings

Lines of \`/etc/website/website.env\`, or of \`.env\` in a checkout. A missing or empty setting takes its default.

${groups.join('\n\n')}`;
}

function isSetting(name: string): name is keyof typeof settingDefinitions {
  return Object.hasOwn(settingDefinitions, name);
}

/** Returns the help of each command as Markdown. */
function formatCommands(): string {
  const help = readHelp().map(({ path, text }) => `### ${path}\n\n\`\`\`\n${text}\n\`\`\``);
  return `## The operator's command\n\n${help.join('\n\n')}`;
}

/** Returns the help of each command as a page for man(7). */
function formatManualPage(): string {
  const escape = (text: string) => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&');
  const program = createProgramDescription();
  const help = readHelp().map(({ path, text }) => `.SS ${escape(path)}\n.nf\n${escape(text)}\n.fi`);
  return `.TH WEBSITE\\-ADMIN 8 "" "website ${packageVersion}"
.SH NAME
website\\-admin \\- ${escape(program.summary())}
.SH SYNOPSIS
.B website\\-admin
${escape(program.usage())}
.SH DESCRIPTION
${escape(program.description())}
.SH COMMANDS
${help.join('\n')}
.SH SEE ALSO
/usr/share/doc/website/operations.md
`;
}

/** Returns the path and the help of each command, with the name that it has in a release. */
function readHelp(): readonly { path: string; text: string }[] {
  return listLeafCommands(createProgramDescription()).map((command) => {
    const text = command.helpInformation().trim();
    return {
      path: formatCommandPath(command),
      text: text.replaceAll(/npm run (?:--silent )?admin --/g, 'website-admin'),
    };
  });
}

function listLeafCommands(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(listLeafCommands);
}

function formatCommandPath(command: Command): string {
  return command.parent === null ? 'website-admin' : `${formatCommandPath(command.parent)} ${command.name()}`;
}

/** Resolves to the metrics as Markdown, from a server's own output that has all of them. */
async function formatMetrics(): Promise<string> {
  const health = { dueMessages: 0, oldestDueAt: null, lastBackupAt: new Date() };
  const shown = await createMetricsCollector(0).renderMetrics({ readMailAndBackupHealth: async () => health });
  const own = /^# HELP (?!process_|nodejs_)(\w+) (.*)\n# TYPE \w+ (\w+)\n((?:[^#\n].*\n)*)/gm;
  const metrics = [...shown.matchAll(own)].map(
    ([, name, help = '', type, samples = '']) =>
      `- \`${name}\` (${type}). ${escapeMarkdown(help)}${formatLabels(samples)}`,
  );
  return `## Metrics

On \`http://127.0.0.1:<METRICS_PORT>/metrics\`, beside \`process_*\` and \`nodejs_*\` of the Node client. Counters begin at 0 with
the process. No metric contains personal data of a visitor.

${metrics.join('\n')}`;
}

/** Returns the label of a metric, with its values. */
function formatLabels(samples: string): string {
  const labels = [...samples.matchAll(/\{(\w+)="([^"]*)"/g)];
  return labels.length === 0
    ? ''
    : `\n  - \`${labels[0]?.[1]}\`: ${labels.map(([, , value]) => `\`${value}\``).join(', ')}`;
}

/** Escapes `<`, which Markdown would read as HTML. */
function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '\\<');
}
