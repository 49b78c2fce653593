import { ConfigError, readConfig, type Config } from '../../../server/config.ts';
import type { Result } from './finding.ts';

export interface ReadConfiguration {
  result: Result;
  /** With the default in the place of each variable that cannot be used. */
  config: Config;
  /** The names of the variables that cannot be used. */
  unusable: ReadonlySet<string>;
}

/** Reads the configuration as far as it can be read. */
export function checkConfiguration(env: Readonly<Record<string, string | undefined>>): ReadConfiguration {
  try {
    const config = readConfig(env);
    const detail = `every variable can be used; enquiries are mailed from ${config.mailFrom} to ${config.mailTo}`;
    return { result: { status: 'ok', detail }, config, unusable: new Set() };
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    // Each fault starts with the name of its variable.
    const unusable = new Set(fault.faults.map((text) => /^\w*/.exec(text)?.[0] ?? ''));
    const usable = Object.entries(env).filter(([name]) => !unusable.has(name));
    const result: Result = { status: 'failed', detail: fault.faults.join(' ') };
    return { result, config: readConfig(Object.fromEntries(usable)), unusable };
  }
}
