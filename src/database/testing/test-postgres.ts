import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../postgres-database.ts';
import type { DatabaseWithDialect } from '../database.ts';
import { createTestStore, type TestStore } from '../../enquiries/testing/test-store.ts';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { createTemporaryDirectory, openTemporarySqlite } from './temporary-sqlite.ts';

/** Resolves to the URL of an empty PostgreSQL database that goes when the test ends, open connections or not. */
export async function createTemporaryPostgres(): Promise<string> {
  const server = await fetchSharedServerUrl();
  const name = createName();
  await executeStatement(server, `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await executeStatement(server, `DROP DATABASE ${name} WITH (FORCE)`)));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Resolves to the URL of an empty schema in a shared database, in a fifth of the time: for many small tests. */
export async function createTemporarySchema(): Promise<string> {
  const { url, name, server } = await createSchema();
  onTestFinished(async () => void (await executeStatement(server, `DROP SCHEMA ${name} CASCADE`)));
  return url;
}

async function createSchema() {
  const [server, name] = [await fetchSharedServerUrl(), createName()];
  await executeStatement(server, `CREATE SCHEMA ${name}`);
  return { server, name, url: Object.assign(new URL(server), { search: `?options=-c search_path=${name}` }).href };
}

let ownSchema: ReturnType<typeof createSchema> | undefined;

/** A schema with the site's tables and nothing in them, for the tests of one file one after another: it is quicker to empty than to make. */
export async function prepareEmptySchema(): Promise<string> {
  const { url } = await (ownSchema ??= createSchema());
  await executeStatement(
    url,
    `DO $$ BEGIN EXECUTE (SELECT coalesce(string_agg('DELETE FROM ' || tablename, ';'), 'SELECT 1')
      FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'schema_%'); END $$`,
  );
  return url;
}

/** Starts a server for one test, which may stop and start it. Takes two seconds. */
export async function startTemporaryPostgresServer(): Promise<PostgresServer> {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  return server;
}

/** Opens the database at a URL as the site does, with a store, and closes it when the test ends. */
export async function openTestPostgres(url: string) {
  const opened = openPostgresDatabase(url);
  onTestFinished(opened.close);
  await opened.ensureOpen();
  return { ...opened, store: createTestStore(opened) };
}

/** An empty database of either kind and a store in it, for `describe.each`. */
export const databaseCases: [name: string, open: () => Promise<DatabaseWithDialect & { store: TestStore }>][] = [
  ['SQLite', async () => openTemporarySqlite()],
  ['PostgreSQL', async () => openTestPostgres(await prepareEmptySchema())],
];

/** URLs of an empty database of either kind, as an operator would set them. */
export const databaseUrlCases: [name: string, make: () => Promise<string>][] = [
  ['SQLite', async () => `sqlite:${join(createTemporaryDirectory(), 'site.db')}`],
  ['PostgreSQL', createTemporaryPostgres],
];

/** Runs one statement on a connection of its own. Resolves to its rows. */
export async function executeStatement<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function fetchSharedServerUrl(): Promise<string> {
  const response = await fetch(inject('postgres'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

function createName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
