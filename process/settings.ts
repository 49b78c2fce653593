import { closestMatch } from 'leven';

/** One variable of the environment, and what its text means. */
export interface Setting<Value> {
  /** What the operator is told that it takes. */
  takes: string;
  /** Its value where it is missing or empty. */
  fallback: Value;
  /** Gives null for a text that it does not take. */
  read(text: string): Value | null;
}

/** What each setting of a table has been read as. */
export type ValuesOf<Table> = { [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never };

export interface Environment {
  variables: Readonly<Record<string, string | undefined>>;
  /** What `.env` sets: there, unlike in the environment, every name has to be a setting. */
  namesInFile: readonly string[];
}

/** What is wrong with the settings: a sentence or two each, with the variable's name and the way out. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** A line of a table of settings. */
export function defineSetting<Value, const Fallback = Value>(
  takes: string,
  fallback: Fallback,
  read: (text: string) => Value | null,
): Setting<Value | Fallback> {
  return { takes, fallback, read };
}

/** Reads each setting of a table, with the fallback in the place of what cannot be read, and tells of all faults at once. */
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

/** What the tools read, the driver of PostgreSQL, and the clock. */
const otherNames = /^(?:CHROMIUM_PATH|FIREFOX_PATH|CI|TZ|PG[A-Z]+)$/;

/** What is wrong with a name in `.env` that is no setting, if something is. */
function faultOf(name: string, settings: readonly string[]): string[] {
  if (otherNames.test(name)) return [];
  if (name.startsWith('NODE_'))
    return [`.env has ${name}, which is for Node itself and comes too late there. Set it in the environment.`];
  const meant = closestMatch(name, settings, { maxDistance: 2 });
  const advice = meant === undefined ? '.env.example shows what there is.' : `Did you mean ${meant}?`;
  return [`.env has ${name}, which is no setting. ${advice}`];
}
