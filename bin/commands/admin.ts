import { compose } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { explain } from '../../server/run.ts';
import { line, UsageError, type Command, type ExitCode, type Terminal } from './command.ts';
import { getContact, resetContact, setContact } from './contact.ts';
import { eraseEnquiries } from './erase-enquiries.ts';
import { exportEnquiries } from './export-enquiries.ts';
import { groupHelp, help, overview } from './help.ts';
import { listEnquiries } from './list-enquiries.ts';
import { retryEnquiries } from './retry-enquiries.ts';
import { showEnquiry } from './show-enquiry.ts';

const commands: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  enquiries: {
    list: listEnquiries,
    show: showEnquiry,
    export: exportEnquiries,
    retry: retryEnquiries,
    erase: eraseEnquiries,
  },
  contact: { get: getContact, set: setContact, reset: resetContact },
};

/** Runs the operator's command. It works on the database of the configuration, also while the server runs. */
export async function admin(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  const [groupName = '', commandName = '', ...rest] = args.filter((arg) => arg !== '--help' && arg !== '-h');
  const group = Object.hasOwn(commands, groupName) ? commands[groupName] : undefined;
  const command = group !== undefined && Object.hasOwn(group, commandName) ? group[commandName] : undefined;

  if (asksForHelp) {
    terminal.write(command ? help(command) : group ? groupHelp(groupName, group) : overview(commands));
    return 0;
  }
  if (command === undefined) {
    const asked = [groupName, commandName].join(' ').trim();
    if (asked !== '') terminal.complain(line(`There is no command "${asked}".`) + line());
    terminal.complain(group ? groupHelp(groupName, group) : overview(commands));
    return 2;
  }
  return runCommand(command, rest, env, terminal);
}

async function runCommand(
  command: Command,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const composition = compose(readConfig(env), createLog('silent'));
    try {
      return await command.run(args, { ...terminal, composition });
    } finally {
      await composition.close();
    }
  } catch (fault) {
    if (isUsageError(fault)) {
      terminal.complain(
        line(fault.message) + line(`Usage: npm run admin -- ${command.usage}`) + line('Add --help to learn more.'),
      );
      return 2;
    }
    const reasons = explain(fault);
    if (reasons === null) throw fault;
    for (const reason of reasons) terminal.complain(line(reason));
    return 1;
  }
}

function isUsageError(fault: unknown): fault is Error {
  if (fault instanceof UsageError) return true;
  return fault instanceof TypeError && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS_');
}
