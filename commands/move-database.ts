import { Option } from 'commander';
import { countRows, moveDatabase, occupied, type RowCounts } from '../enquiries/storage/move-database.ts';
import type { Database } from '../enquiries/storage/sql-database.ts';
import { settings } from '../start/config.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { placeInWords } from '../start/open-database.ts';
import { CommandFailure, line, progressOn, type OperatorCommand, type Watched } from './command.ts';
import { expectDatabase } from './context.ts';
import { counted } from './enquiry-text.ts';

const target = 'an empty database: postgres://user:password@host:port/database';

export const moveCommand: OperatorCommand<{ to: string; yes?: true }> = {
  name: 'move',
  summary: 'Moves everything from SQLite to PostgreSQL',
  options: [
    new Option('--to <postgres url>', target).makeOptionMandatory(),
    new Option('--yes', 'move; without it the command only shows what it would move'),
  ],
  json: 'a JSON object: "from", "to", the numbers of "enquiries", "people" and "publications", and "moved"',
  description: `Copied are enquiries, how far their mails have come, what people did with them, who may open the
office, and the words that were published, with nothing left out or nothing done at all. Files in the mail folder stay there. The PostgreSQL database gets the tables of this
release, also without --yes; the SQLite file has to have its schema already, and is only read.
Without a password in the address, the environment variable PGPASSWORD is taken.

  1. Stop the server: while it runs, this command refuses.
  2. Call this command, first without --yes.
  3. Set DATABASE_URL to the PostgreSQL database, and start the server.
  4. Never start a server on the SQLite file again: mails that were due would be sent twice. It
     holds personal data: erase it when you no longer need it.`,
  examples: ['database move --to postgres://website:secret@db.example.com/website'],
  async run({ options, opened, open, answer, ...context }) {
    // Not a parser of commander's, which would quote the address with its password.
    const to = settings.DATABASE_URL.read(options.to.trim());
    if (to?.kind !== 'postgres') throw new CommandFailure('--to takes postgres://user:password@host:port/database.', 2);
    const config = context.config();
    const { database: from } = config;
    const already = `DATABASE_URL is ${placeInWords(from)} already. It has to be the SQLite database to move.`;
    if (from.kind !== 'sqlite') throw new CommandFailure(already);
    expectDatabase(from);
    const { yes: moved = false } = options;
    if (moved) opened.defer(lockForCommand(config.dataDirectory, 'the move of its database'));
    const { database: source } = (await open(config)).database;
    const { database: target } = (await open({ ...config, database: to }, 'begin')).database;
    const reason = moved ? null : occupied(await countRows(target));
    if (reason !== null) throw new CommandFailure(`Nothing can be moved: ${reason}.`);

    const counts = moved ? await move(source, target, context) : await countRows(source);
    const { enquiries, people, publications } = counts;
    const all = [
      counted(enquiries),
      counted(people, 'person', 'people'),
      counted(publications, 'publication', 'publications'),
    ];
    const what = `${all[0]}, ${all[1]} and ${all[2]}`;
    const places = { from: placeInWords(from), to: placeInWords(to) };
    const way = `from ${places.from} to ${places.to}.`;
    const words = moved ? `Moved ${what} ${way}` : `${what} would move ${way}`;
    answer({ ...places, enquiries, people, publications, moved }, words);
    if (!moved) throw new CommandFailure('Nothing is moved yet. Stop the server, then add --yes.', 2);
    context.complain(line('Now set DATABASE_URL to the new database, and start the server.'));
  },
};

async function move(source: Database, target: Database, terminal: Watched): Promise<RowCounts> {
  const total = (await countRows(source)).enquiries;
  using progress = progressOn(terminal);
  const outcome = await moveDatabase(source, target, (copied) => progress.show(`${copied} of ${total} enquiries`));
  if (!outcome.ok) throw new CommandFailure(`Nothing was moved: ${outcome.reason}.`);
  return outcome;
}

/** Keeps servers out while a command needs the database for itself. @returns what ends that */
export function lockForCommand(dataDirectory: string, what: string): () => void {
  const held = lockDataDirectory(dataDirectory, `${what} (process ${process.pid})`);
  if (held.ok) return held.release;
  throw new CommandFailure(`The data directory ${dataDirectory} is in use by ${held.holder}. Stop that first.`);
}
