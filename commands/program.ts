import { Command, CommanderError, Help } from 'commander';
import { readConfig } from '../start/config.ts';
import { release } from '../process/site-directory.ts';
import {
  CommandFailure,
  expectDatabase,
  explainFault,
  line,
  openSite,
  tellBackup,
  type CommandContext,
  type ExitCode,
  type Surroundings,
} from './command.ts';
import { addHandlingCommands, addSendingCommands } from './act-on-enquiries.ts';
import { addBackupCommands } from './backup.ts';
import { addContactCommands } from './contact.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEraseCommands } from './erase-enquiries.ts';
import { addExportCommand } from './export-enquiries.ts';
import { addInboxCommands } from './inbox.ts';
import { addListCommand } from './list-enquiries.ts';
import { addMoveCommand } from './move-database.ts';
import { addShowCommand } from './show-enquiry.ts';
import { addWebhookCommands } from './webhook.ts';

/** Runs the operator's command. It works on the database of the configuration, also while the server runs. */
export async function admin(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  // The help command of commander looks at one word alone: "help enquiries list" would teach "enquiries".
  const words = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  try {
    await using opened = new AsyncDisposableStack();
    const open = async () => {
      const config = readConfig(surroundings.env, surroundings.namesInFile);
      expectDatabase(config.database);
      return openSite(config, opened, tellBackup(surroundings));
    };
    await createProgram({ ...surroundings, open }).parseAsync(words, { from: 'user' });
    return 0;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? 0 : 2;
    const reasons = explainFault(fault);
    if (reasons === null) throw fault;
    for (const reason of reasons) surroundings.complain(line(reason));
    return fault instanceof CommandFailure ? fault.exitCode : 1;
  }
}

function createProgram(context: CommandContext): Command {
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
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .configureHelp({ formatHelp })
    .showHelpAfterError('Add --help to learn more.');

  const enquiries = program.command('enquiries').summary('What visitors have sent');
  addListCommand(enquiries, context);
  addShowCommand(enquiries, context);
  addExportCommand(enquiries, context);
  addHandlingCommands(enquiries, context);
  addSendingCommands(enquiries, context);
  addEraseCommands(enquiries, context);
  addContactCommands(program.command('contact').summary('The contact facts that the site shows'), context);
  addInboxCommands(program.command('inbox').summary('Who may open the inbox'), context);
  addWebhookCommands(program.command('webhook').summary('The calls that tell others of enquiries'), context);
  addDoctorCommand(program, context);
  addBackupCommands(program.command('backup').summary('Copies of the database that can be restored'), context);
  addMoveCommand(program.command('database').summary('Where enquiries are stored'), context);
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
