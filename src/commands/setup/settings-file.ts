import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { fsyncFile } from '../../process/fsync-file.ts';
import { CommandFailure } from '../command.ts';
import type { Machine } from './machine.ts';

/** Names and values of a file of settings. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** An assignment as `parseEnv` reads it, also over several lines: name, value, and what follows. */
const assignment =
  /(?<![^\n])[ \t]*(?:export[ \t]+)?([^\s#=][^=\r\n]*?)[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^#\r\n]*)([^\r\n]*)/g;

/** Returns the text of a file with other settings; all else stays. Throws if it would not read back the same. */
export function replaceSettings(fileText: string, changes: Settings): string {
  const present = parseEnv(fileText);
  let text = fileText;
  for (const [name, value = ''] of Object.entries(changes)) {
    if (present[name] === value) continue;
    const quote = /^(?!["'`\s])[^#\n]*(?<!\s)$/.test(value) ? '' : ["'", '`', '"'].find((one) => !value.includes(one));
    const line = `${name}=${quote}${value}${quote}`;
    const replace = (found: string, foundName: string, rest: string) =>
      foundName === name ? line + (rest.startsWith('#') ? ` ${rest}` : '') : found;
    if (name in present) text = text.replaceAll(assignment, replace);
    else text = `${text.replace(/(?<=[^\n])$/, '\n')}${line}\n`;
  }
  if (isDeepStrictEqual(parseEnv(text), { ...present, ...changes })) return text;
  throw new CommandFailure(
    'The settings cannot be written: close each quote in website.env, and use fewer in a value.',
  );
}

/** Replaces the file of settings, which holds a password, in one step: it is whole at any moment. */
export async function writeSettingsFile(machine: Machine, file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode: 0o640, flush: true });
  chmodSync(temporary, 0o640);
  await machine.run('chgrp', 'website', temporary);
  renameSync(temporary, file);
  fsyncFile(dirname(file));
}
