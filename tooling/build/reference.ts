import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgramDescription } from '../../commands/program.ts';
import { release } from '../../process/site-directory.ts';
import { createMetrics } from '../../server/metrics.ts';
import { settings } from '../../start/config.ts';

// Writes the reference for operators to standard output as Markdown: settings, commands and metrics, generated from the
// sources. Each release contains it.
const parts = [settingsInWords(readFileSync('.env.example', 'utf8')), commandsInWords(), await metricsInWords()];
process.stdout.write(`# Settings, commands and metrics of release ${release}\n\n${parts.join('\n\n')}\n`);

/** Returns the settings as Markdown, from the comments (one per group) and defaults in `.env.example`. */
function settingsInWords(example: string): string {
  const groups = [...example.matchAll(/^(?<comment>(?:# .*\n)+)(?<lines>(?:#[A-Z_]+=.*\n)+)/gm)].map(({ groups }) => {
    const meaning = (groups?.['comment'] ?? '').replaceAll(/^# /gm, '').trim().replaceAll('\n', ' ');
    const rows = [...(groups?.['lines'] ?? '').matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => {
      if (!isSetting(name)) throw new Error(`.env.example has ${name}, which is no setting`);
      return `- \`${name}\` takes ${settings[name].takes}.${value === '' ? '' : ` Default: \`${value}\`.`}`;
    });
    return `${rows.join('\n')}\n\n  ${escaped(meaning)}`;
  });
  return `## Settings

Lines of \`/etc/website/website.env\`, or of \`.env\` in a checkout. What is missing or empty takes its default.

${groups.join('\n\n')}`;
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name);
}

/** Returns the help of each command as Markdown, with the name that it has in a release. */
function commandsInWords(): string {
  const help = leavesOf(createProgramDescription()).map(
    (command) => `### ${pathOf(command)}\n\n\`\`\`\n${command.helpInformation().trim()}\n\`\`\``,
  );
  return `## The operator's command\n\n${help.join('\n\n')}`.replaceAll(
    /npm run (?:--silent )?admin --/g,
    'website-admin',
  );
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function pathOf(command: Command): string {
  return command.parent === null ? 'website-admin' : `${pathOf(command.parent)} ${command.name()}`;
}

/** Resolves to the metrics as Markdown, from a server's own output that has all of them. */
async function metricsInWords(): Promise<string> {
  const health = {
    due: 0,
    failedMails: 0,
    unsentReplies: 0,
    oldestDue: null,
    oldestFailing: null,
    heldSince: null,
    isDigestFailing: false,
    lastBackupAt: new Date(),
    begunAt: null,
  };
  const shown = await createMetrics(0).read({ health: async () => health });
  const own = /^# HELP (?!process_|nodejs_)(\w+) (.*)\n# TYPE \w+ (\w+)\n((?:[^#\n].*\n)*)/gm;
  const metrics = [...shown.matchAll(own)].map(
    ([, name, help = '', type, samples = '']) => `- \`${name}\` (${type}). ${escaped(help)}${labelsOf(samples)}`,
  );
  return `## Metrics

On \`http://127.0.0.1:<METRICS_PORT>/metrics\`, beside \`process_*\` and \`nodejs_*\` of the Node client. Counters begin at 0 with
the process. No metric holds an address, a name or a word of a visitor.

${metrics.join('\n')}`;
}

/** Returns the label of a metric, with its values. */
function labelsOf(samples: string): string {
  const labels = [...samples.matchAll(/\{(\w+)="([^"]*)"/g)];
  return labels.length === 0
    ? ''
    : `\n  - \`${labels[0]?.[1]}\`: ${labels.map(([, , value]) => `\`${value}\``).join(', ')}`;
}

/** Escapes `<`, which Markdown would read as HTML. */
function escaped(text: string): string {
  return text.replaceAll('<', '\\<');
}
