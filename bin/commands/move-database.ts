import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countRows, moveDatabase, occupied } from '../../enquiries/move-database.ts';
import type { OpenDatabase } from '../../enquiries/sql-database.ts';
import { ConfigError, readConfig, type Config, type DatabasePlace } from '../../server/config.ts';
import { holdDataDirectory } from '../../server/data-directory-lock.ts';
import { CommandFailure, jsonText, line, UsageError, type Command, type Terminal } from './command.ts';
import { enquiryCount } from './enquiry-text.ts';
import { openDatabase, placeInWords } from '../../server/open-database.ts';
import { progressOn } from './progress.ts';

const options = { to: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const moveDatabaseCommand: Command = {
  usage: 'database move --to <postgres url> [--yes] [--json]',
  summary: 'Moves everything from SQLite to PostgreSQL',
  help: `
  --to      the PostgreSQL database, which must be empty: postgres://user:password@host:port/database.
            Without a password in it, the environment variable PGPASSWORD is taken
  --yes     move; without it the command only shows what it would move
  --json    a JSON object: "from", "to", the numbers of "enquiries" and "settings", and "moved"

Copied are enquiries, how far their mails have come, and contact facts, with nothing left out or
nothing done at all. The SQLite file is read and not changed. Files in the mail folder stay there.

  1. Stop the server: while it runs, this command refuses.
  2. Call this command, first without --yes.
  3. Set DATABASE_URL to the PostgreSQL database, and start the server.
  4. Never start a server on the SQLite file again: mails that were due would be sent twice. It
     holds personal data: erase it when you no longer need it.

Example: npm run admin -- database move --to postgres://website:secret@db.example.com/website`,

  async run(args, context) {
    const { values } = parseArgs({ args, options });
    const to = targetFrom(values.to);
    const config = readConfig(context.env);
    const from = sourceOf(config);
    const release = values.yes === true ? hold(config.dataDirectory) : () => {};
    const opened: OpenDatabase[] = [];
    try {
      for (const place of [from, to]) opened.push(await openDatabase(place));
      const [source, target] = opened;
      if (source === undefined || target === undefined) return 1;
      const moved = values.yes === true;
      const counts = moved ? await move(source, target, context) : await preview(source, target);
      if (values.json === true)
        context.write(jsonText({ from: placeInWords(from), to: placeInWords(to), ...counts, moved }));
      else {
        const what = `${enquiryCount(counts.enquiries)} and ${counts.settings} set contact facts`;
        const way = `from ${placeInWords(from)} to ${placeInWords(to)}`;
        context.write(line(moved ? `Moved ${what} ${way}.` : `${what} would move ${way}.`));
      }
      if (moved) context.complain(line('Now set DATABASE_URL to the new database, and start the server.'));
      else context.complain(line('Nothing is moved yet. Stop the server, then add --yes.'));
      return moved ? 0 : 2;
    } finally {
      for (const { close } of opened) await close();
      release();
    }
  },
};

async function preview({ database: source }: OpenDatabase, { database: target }: OpenDatabase) {
  const reason = occupied(await countRows(target));
  if (reason !== null) throw new CommandFailure(`Nothing can be moved: ${reason}.`);
  return countRows(source);
}

async function move({ database: source }: OpenDatabase, { database: target }: OpenDatabase, terminal: Terminal) {
  const total = (await countRows(source)).enquiries;
  const progress = progressOn(terminal);
  const outcome = await moveDatabase(source, target, (copied) => progress.show(`${copied} of ${total} enquiries`));
  progress.end();
  if (!outcome.ok) throw new CommandFailure(`Nothing was moved: ${outcome.reason}.`);
  return { enquiries: outcome.enquiries, settings: outcome.settings };
}

function targetFrom(text: string | undefined): DatabasePlace {
  try {
    const { database } = readConfig({ DATABASE_URL: text });
    if (database.kind === 'postgres') return database;
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
  }
  throw new UsageError('--to takes postgres://user:password@host:port/database.');
}

function sourceOf({ database }: Config): DatabasePlace {
  if (database.kind !== 'sqlite')
    throw new CommandFailure(
      `DATABASE_URL is ${placeInWords(database)} already. It has to be the SQLite database to move.`,
    );
  if (!existsSync(database.path))
    throw new CommandFailure(`There is no database ${database.path}: DATABASE_URL names it.`);
  return database;
}

function hold(dataDirectory: string): () => void {
  const held = holdDataDirectory(dataDirectory, `the move of its database (process ${process.pid})`);
  if (held.ok) return held.release;
  throw new CommandFailure(`The data directory ${dataDirectory} is in use by ${held.holder}. Stop that first.`);
}
