import { closestMatch } from 'leven';

/** One environment variable and its parser. */
export interface Setting<Value> {
  /** Description of valid values, for error messages. */
  takes: string;
  /** Value if the variable is missing or empty. */
  fallback: Value;
  /** Parses the text; null if it is invalid. */
  read(text: string): Value | null;
}

/** Parsed values of a table of settings. */
export type ValuesOf<Table> = { [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never };

export interface Environment {
  variables: Readonly<Record<string, string | undefined>>;
  /** Names in `.env`: each must be a known setting, unlike in the environment. */
  namesInFile: readonly string[];
}

/** Invalid settings: a sentence or two each, with the variable's name and the fix. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Defines a setting of a table. */
export function defineSetting<Value, const Fallback = Value>(
  takes: string,
  fallback: Fallback,
  read: (text: string) => Value | null,
): Setting<Value | Fallback> {
  return { takes, fallback, read };
}

/** Parses each setting of a table, or uses its fallback. Returns all faults at once. */
export function readSettings<Table extends Readonly<Record<string, Setting<unknown>>>>(
  table: Table,
  { variables, namesInFile }: Environment,
): { values: ValuesOf<Table>; faults: string[] } {
  const faults: string[] = [];
  const read = Object.entries(table).map(([name, { takes, fallback, read }]) => {
    const text = variables[name]?.trim() ?? '';
    const value = text === '' ? fallback : read(text);
    // The value itself stays out of the message: it may hold a password.
    if (value === null) faults.push(`${name} takes ${takes}.`);
    return [name, value ?? fallback];
  });
  for (const name of namesInFile) if (!Object.hasOwn(table, name)) faults.push(...faultOf(name, Object.keys(table)));
  return { values: Object.fromEntries(read) as ValuesOf<Table>, faults };
}

/** Names read by tools, the PostgreSQL driver, and the clock. */
const otherNames = /^(?:CHROMIUM_PATH|FIREFOX_PATH|CI|TZ|PG[A-Z]+)$/;

/** Returns the fault of a name in `.env` that is no setting, if any. */
function faultOf(name: string, settings: readonly string[]): string[] {
  if (otherNames.test(name)) return [];
  if (name.startsWith('NODE_'))
    return [`.env has ${name}, which is for Node itself and comes too late there. Set it in the environment.`];
  const meant = closestMatch(name, settings, { maxDistance: 2 });
  const advice = meant === undefined ? '.env.example shows what there is.' : `Did you mean ${meant}?`;
  return [`.env has ${name}, which is no setting. ${advice}`];
}
