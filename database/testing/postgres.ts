import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../postgres-database.ts';
import type { DatabaseParts } from '../database.ts';
import { createTestStore, type TestStore } from '../../enquiries/testing/test-store.ts';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { temporaryDirectory, temporarySqlite } from './temporary.ts';

/** Resolves to the URL of an empty PostgreSQL database that goes when the test ends, open connections or not. */
export async function temporaryPostgres(): Promise<string> {
  const server = await sharedServer();
  const name = freshName();
  await execute(server, `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await execute(server, `DROP DATABASE ${name} WITH (FORCE)`)));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Resolves to the URL of an empty schema in a shared database, in a fifth of the time: for many small tests. */
export async function temporarySchema(): Promise<string> {
  const { url, name, server } = await makeSchema();
  onTestFinished(async () => void (await execute(server, `DROP SCHEMA ${name} CASCADE`)));
  return url;
}

async function makeSchema() {
  const [server, name] = [await sharedServer(), freshName()];
  await execute(server, `CREATE SCHEMA ${name}`);
  return { server, name, url: Object.assign(new URL(server), { search: `?options=-c search_path=${name}` }).href };
}

let ownSchema: ReturnType<typeof makeSchema> | undefined;

/** A schema with the site's tables and nothing in them, for the tests of one file one after another: it is quicker to empty than to make. */
export async function emptiedSchema(): Promise<string> {
  const { url } = await (ownSchema ??= makeSchema());
  await execute(
    url,
    `DO $$ BEGIN EXECUTE (SELECT coalesce(string_agg('DELETE FROM ' || tablename, ';'), 'SELECT 1')
      FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'schema_%'); END $$`,
  );
  return url;
}

/** Starts a server for one test, which may stop and start it. Takes two seconds. */
export async function temporaryPostgresServer(): Promise<PostgresServer> {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  return server;
}

/** Opens the database at a URL as the site does, with a store, and closes it when the test ends. */
export async function openPostgres(url: string) {
  const opened = openPostgresDatabase(url);
  onTestFinished(opened.close);
  await opened.ready();
  return { ...opened, store: createTestStore(opened) };
}

/** An empty database of either kind and a store in it, for `describe.each`. */
export const eachDatabase: [name: string, open: () => Promise<DatabaseParts & { store: TestStore }>][] = [
  ['SQLite', async () => temporarySqlite()],
  ['PostgreSQL', async () => openPostgres(await emptiedSchema())],
];

/** URLs of an empty database of either kind, as an operator would set them. */
export const eachUrl: [name: string, make: () => Promise<string>][] = [
  ['SQLite', async () => `sqlite:${join(temporaryDirectory(), 'site.db')}`],
  ['PostgreSQL', temporaryPostgres],
];

/** Runs one statement on a connection of its own. Resolves to its rows. */
export async function execute<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function sharedServer(): Promise<string> {
  const answer = await fetch(inject('postgres'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

function freshName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
