import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { line, UsageError, type Command, type CommandTable, type ExitCode, type Terminal } from './command.ts';
import { getContact, resetContact, setContact } from './contact.ts';
import { doctor } from './doctor.ts';
import { eraseEnquiries } from './erase-enquiries.ts';
import { explainFault } from './explain-fault.ts';
import { exportEnquiries } from './export-enquiries.ts';
import { findCommand, nearestCommands } from './find-command.ts';
import { groupHelp, help, overview } from './help.ts';
import { listEnquiries } from './list-enquiries.ts';
import { moveDatabaseCommand } from './move-database.ts';
import { purgeEnquiries } from './purge-enquiries.ts';
import { releaseEnquiries } from './release-enquiries.ts';
import { retryEnquiries } from './retry-enquiries.ts';
import { showEnquiry } from './show-enquiry.ts';

export const commands: CommandTable = {
  enquiries: {
    list: listEnquiries,
    show: showEnquiry,
    export: exportEnquiries,
    retry: retryEnquiries,
    release: releaseEnquiries,
    erase: eraseEnquiries,
    purge: purgeEnquiries,
  },
  contact: { get: getContact, set: setContact, reset: resetContact },
  doctor,
  database: { move: moveDatabaseCommand },
};

/** Runs the operator's command. It works on the database of the configuration, also while the server runs. */
export async function admin(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  const asksForHelp = args.includes('--help') || args.includes('-h') || args[0] === 'help';
  const words = args.filter((arg, index) => arg !== '--help' && arg !== '-h' && !(index === 0 && arg === 'help'));
  const found = findCommand(commands, words);
  if (found.kind === 'command') {
    if (!asksForHelp) return runCommand(found.command, found.rest, env, terminal);
    terminal.write(help(found.command));
    return 0;
  }

  const teach = found.kind === 'group' ? groupHelp(found.name, found.group) : overview(commands);
  const isComplete = found.rest.length === 0;
  if (asksForHelp && isComplete) {
    terminal.write(teach);
    return 0;
  }
  if (!isComplete) terminal.complain(line(`There is no command "${words.slice(0, 2).join(' ')}".`));
  const nearest = isComplete ? [] : nearestCommands(commands, words);
  if (nearest.length > 0) terminal.complain(line(`Did you mean: npm run admin -- ${nearest.join(', or ')}`));
  else terminal.complain((isComplete ? '' : line()) + teach);
  return 2;
}

async function runCommand(
  command: Command,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  const toClose: (() => Promise<void>)[] = [];
  const open = async () => {
    const config = readConfig(env);
    const { enquiries, contactSettings, close } = await compose(config, createLog('silent'));
    toClose.push(close);
    return { config, enquiries, contactSettings };
  };
  try {
    try {
      return await command.run(args, { ...terminal, env, open });
    } finally {
      for (const close of toClose) await close();
    }
  } catch (fault) {
    if (isUsageError(fault)) {
      const usage = `Usage: npm run admin -- ${command.usage}`;
      terminal.complain(line(fault.message) + line(usage) + line('Add --help to learn more.'));
      return 2;
    }
    const reasons = explainFault(fault);
    if (reasons === null) throw fault;
    for (const reason of reasons) terminal.complain(line(reason));
    return 1;
  }
}

function isUsageError(fault: unknown): fault is Error {
  if (fault instanceof UsageError) return true;
  return fault instanceof TypeError && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS_');
}
