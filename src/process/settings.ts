import { closestMatch } from 'leven';

/** One environment variable and its parser. */
export interface Setting<Value> {
  /** Description of valid values, for error messages. */
  validValues: string;
  fallback: Value;
  /** Parses the text; null if it is invalid. */
  parse(text: string): Value | null;
}

export type SettingValues<Table> = { [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never };

/** Environment variables, those of `.env` included. */
export interface Environment {
  variables: Readonly<Record<string, string | undefined>>;
  /** Names in `.env`: each must be a known setting, unlike in the environment. */
  envFileVariableNames: readonly string[];
}

/** Invalid settings: a sentence or two each, with the variable's name and the fix. */
export class ConfigError extends Error {
  readonly messages: readonly string[];

  constructor(messages: readonly string[]) {
    super(messages.join('\n'));
    this.name = 'ConfigError';
    this.messages = messages;
  }
}

/** Defines a setting of a table. */
export function defineSetting<Value, const Fallback = Value>(
  validValues: string,
  fallback: Fallback,
  parse: (text: string) => Value | null,
): Setting<Value | Fallback> {
  return { validValues, fallback, parse };
}

/** Parses each setting of a table, or uses its fallback. Returns all errors at once. */
export function parseSettings<Table extends Readonly<Record<string, Setting<unknown>>>>(
  table: Table,
  { variables, envFileVariableNames }: Environment,
): { values: SettingValues<Table>; errors: string[] } {
  const errors: string[] = [];
  const read = Object.entries(table).map(([name, { validValues, fallback, parse }]) => {
    const text = variables[name]?.trim() ?? '';
    const value = text === '' ? fallback : parse(text);
    // The value itself stays out of the message: it may hold a password.
    if (value === null) errors.push(`${name} takes ${validValues}.`);
    return [name, value ?? fallback];
  });
  for (const name of envFileVariableNames)
    if (!Object.hasOwn(table, name)) errors.push(...explainUnknownName(name, Object.keys(table)));
  return { values: Object.fromEntries(read) as SettingValues<Table>, errors };
}

/** Names read by tools, by the command that sets up a machine, by the PostgreSQL driver, and by the clock. */
const ignoredNames = /^(?:CERTBOT|CHROMIUM_PATH|FIREFOX_PATH|CI|TZ|PG[A-Z]+)$/;

/** Returns an error if a name in `.env` is neither a setting nor ignored. */
function explainUnknownName(name: string, settings: readonly string[]): string[] {
  if (ignoredNames.test(name)) return [];
  if (name.startsWith('NODE_'))
    return [`.env has ${name}, which is for Node itself and comes too late there. Set it in the environment.`];
  const closestName = closestMatch(name, settings, { maxDistance: 2 });
  const advice = closestName === undefined ? '.env.example shows what there is.' : `Did you mean ${closestName}?`;
  return [`.env has ${name}, which is no setting. ${advice}`];
}
