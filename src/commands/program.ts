import { Command, CommanderError, Help } from 'commander';
import { packageVersion } from '../process/package-info.ts';
import { addCommand, CommandFailure, explainError, type ExitCode, type OperatorCommand } from './command.ts';
import { bulkActionCommands } from './bulk-actions.ts';
import { backupCommands } from './backup.ts';
import { contentCommands } from './content.ts';
import { createCommandContext, type CommandContext, type CommandEnvironment } from './context.ts';
import { doctorCommand } from './doctor.ts';
import { eraseCommand, purgeCommand } from './erase-enquiries.ts';
import { exportCommand } from './export-enquiries.ts';
import { listCommand } from './list-enquiries.ts';
import { peopleCommands } from './people.ts';
import { setupCommand } from './setup.ts';
import { showCommand } from './show-enquiry.ts';
import { installedVersionCommands } from './version.ts';
import { webhookCommands } from './webhook.ts';

/** Runs a command on the configured database, also while the server runs. Resolves to its exit code. */
export async function runAdminCommand(args: readonly string[], environment: CommandEnvironment): Promise<ExitCode> {
  // Commander's help command reads one word: "help enquiries list" would explain "enquiries".
  const commandLine = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  try {
    await using cleanup = new AsyncDisposableStack();
    await createProgram(createCommandContext(environment, cleanup)).parseAsync(commandLine, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const reasons = explainError(error);
    if (reasons === null) throw error;
    for (const reason of reasons) environment.writeError(`${reason}\n`);
    return error instanceof CommandFailure ? error.exitCode : 1;
  }
}

/** Returns the program for generating its documentation; its commands must not be run. */
export function createProgramDescription(): Command {
  const emptyEnvironment = { env: {}, namesInFile: [], writeOutput() {}, writeError() {} };
  return createProgram(createCommandContext(emptyEnvironment, new AsyncDisposableStack()));
}

function createProgram(context: CommandContext): Command {
  const program = new Command('npm run admin --')
    .summary('The operator’s command for the website')
    .description(`It works while the server runs. Each command has --json for scripts, and --help.
Exit codes: 0 done, 1 could not be done, 2 wrong command line or a missing --yes, 3 a version was taken back.`)
    .usage('<command> [options]')
    .helpCommand(false)
    .version(packageVersion, '--version', 'the version of this software')
    .exitOverride()
    .configureOutput({
      writeOut: context.writeOutput,
      writeErr: context.writeError,
      // A quoted argument may be a database URL, with its password.
      outputError: (text, write) => write(text.replaceAll(/:(?!\s).*@/gs, ':…@')),
    })
    .configureHelp({ formatHelp, helpWidth: 100 })
    .showHelpAfterError('Add --help to learn more.');

  const addGroup = (name: string, summary: string, commands: readonly OperatorCommand[]): void => {
    const group = program.command(name).summary(summary);
    for (const command of commands) addCommand(group, command, context);
  };
  const enquiryCommands = [listCommand, showCommand, exportCommand, ...bulkActionCommands, eraseCommand, purgeCommand];
  addGroup('enquiries', 'What visitors have sent', enquiryCommands);
  addGroup('content', 'The content that the site shows', contentCommands);
  addGroup('people', 'Who may open the office', peopleCommands);
  addGroup('webhook', 'The calls that tell others of enquiries', webhookCommands);
  addCommand(program, setupCommand, context);
  addCommand(program, doctorCommand, context);
  addGroup('backup', 'Copies of the database that can be restored', backupCommands);
  addGroup('version', 'The versions of this software on the server', installedVersionCommands);
  return program;
}

const defaultHelp = new Help();

/** Formats help with the commands of all groups. Only help: suggestions need the names without group. */
function formatHelp(command: Command, helper: Help): string {
  helper.visibleCommands = ({ commands }) => commands.flatMap((one) => (one.commands.length > 0 ? one.commands : one));
  helper.subcommandTerm = (leaf) => {
    const group = leaf.parent?.parent ? `${leaf.parent.name()} ` : '';
    return group + removeAlias(defaultHelp.subcommandTerm(leaf)).replace(' [options]', '');
  };
  helper.commandUsage = (one) => removeAlias(defaultHelp.commandUsage(one));
  helper.commandDescription = (one) => `${one.summary()}.\n\n${one.description()}`.trim();
  return defaultHelp.formatHelp(command, helper);
}

/** Returns a line of the help without the name that a command had in earlier releases. */
function removeAlias(line: string): string {
  return line.replace(/\|\S+/, '');
}
