import { Command, CommanderError, Help } from 'commander';
import { release } from '../process/site-directory.ts';
import { addCommand, CommandFailure, explainFault, endLine, type ExitCode, type OperatorCommand } from './command.ts';
import { actCommands } from './act-on-enquiries.ts';
import { backupCommands } from './backup.ts';
import { contentCommands } from './content.ts';
import { createContext, type Context, type Surroundings } from './context.ts';
import { doctorCommand } from './doctor.ts';
import { eraseCommand, purgeCommand } from './erase-enquiries.ts';
import { exportCommand } from './export-enquiries.ts';
import { listCommand } from './list-enquiries.ts';
import { peopleCommands } from './people.ts';
import { showCommand } from './show-enquiry.ts';
import { webhookCommands } from './webhook.ts';

/** Runs the operator's command. It works on the database of the configuration, also while the server runs. */
export async function runAdmin(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  // The help command of commander looks at one word alone: "help enquiries list" would teach "enquiries".
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  try {
    await using opened = new AsyncDisposableStack();
    await createProgram(createContext(surroundings, opened)).parseAsync(words, { from: 'user' });
    return 0;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? 0 : 2;
    const reasons = explainFault(fault);
    if (reasons === null) throw fault;
    for (const reason of reasons) surroundings.complain(endLine(reason));
    return fault instanceof CommandFailure ? fault.exitCode : 1;
  }
}

/** The command line as it is declared, for whoever describes it. Nothing of it is to be run. */
export function createProgramDescription(): Command {
  const nowhere = { env: {}, namesInFile: [], write() {}, complain() {} };
  return createProgram(createContext(nowhere, new AsyncDisposableStack()));
}

function createProgram(context: Context): Command {
  const program = new Command('npm run admin --')
    .summary('The operator’s command for the website')
    .description(`It works while the server runs. Each command takes --json for scripts, and --help to learn more.
Exit codes: 0 done, 1 could not be done, 2 wrong command line or a missing --yes.`)
    .usage('<command> [options]')
    .helpCommand(false)
    .version(release, '--version', 'the version of this software')
    .exitOverride()
    .configureOutput({
      writeOut: context.write,
      writeErr: context.complain,
      // A word that is quoted may be the address of a database, with its password.
      outputError: (text, write) => write(text.replaceAll(/:(?!\s).*@/gs, ':…@')),
    })
    .configureHelp({ formatHelp, helpWidth: 100 })
    .showHelpAfterError('Add --help to learn more.');

  const addGroup = (name: string, summary: string, commands: readonly OperatorCommand[]): void => {
    const group = program.command(name).summary(summary);
    for (const command of commands) addCommand(group, command, context);
  };
  const enquiryCommands = [listCommand, showCommand, exportCommand, ...actCommands, eraseCommand, purgeCommand];
  addGroup('enquiries', 'What visitors have sent', enquiryCommands);
  addGroup('content', 'The words that the site shows', contentCommands);
  addGroup('people', 'Who may open the office', peopleCommands);
  addGroup('webhook', 'The calls that tell others of enquiries', webhookCommands);
  addCommand(program, doctorCommand, context);
  addGroup('backup', 'Copies of the database that can be restored', backupCommands);
  return program;
}

const plain = new Help();

/** Lists `enquiries list` and its like at once. Suggestions need the bare words, so this holds for help alone. */
function formatHelp(command: Command, helper: Help): string {
  helper.visibleCommands = ({ commands }) => commands.flatMap((one) => (one.commands.length > 0 ? one.commands : one));
  helper.subcommandTerm = (leaf) => {
    const group = leaf.parent?.parent ? `${leaf.parent.name()} ` : '';
    return group + plain.subcommandTerm(leaf).replace(' [options]', '');
  };
  helper.commandDescription = (one) => `${one.summary()}.\n\n${one.description()}`.trim();
  return plain.formatHelp(command, helper);
}
