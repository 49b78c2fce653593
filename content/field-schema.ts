import * as v from 'valibot';

import { findContentType } from './content-types.ts';
import type { Path } from './merge-content.ts';
import { schemas } from './schemas.ts';

/** The parts of a Valibot schema from which forms are built. */
export type Schema =
  | { type: 'string' }
  | { type: 'number' }
  | { type: 'boolean' }
  | { type: 'picklist'; options: readonly string[] }
  | { type: 'array'; item: Schema }
  | { type: 'strict_tuple'; items: readonly Schema[] }
  | { type: 'strict_object'; entries: Readonly<Record<string, Schema>> }
  | { type: 'optional'; wrapped: Schema };

/** Returns the schema of a file; undefined if it is no content file. */
export function findFileSchema(file: string): v.GenericSchema | undefined {
  const kind = findContentType(file);
  return kind && schemas[kind.name];
}

/** Returns the schema of a field, or of the file if the path is empty; undefined if there is none. */
export function findFieldSchema(file: string, path: Path): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (schema, key) => {
      const of = schema && unwrapOptional(schema);
      if (of?.type === 'array') return of.item;
      if (of?.type === 'strict_tuple') return of.items[Number(key)];
      return of?.type === 'strict_object' ? of.entries[key] : undefined;
    },
    findFileSchema(file) as Schema | undefined,
  );
}

export function unwrapOptional(schema: Schema): Exclude<Schema, { type: 'optional' }> {
  return schema.type === 'optional' ? unwrapOptional(schema.wrapped) : schema;
}

const asValibot = (schema: Schema) => unwrapOptional(schema) as unknown as v.GenericSchema;
export const readTitle = (schema: Schema): string => v.getTitle(asValibot(schema)) ?? '';
export const readHint = (schema: Schema): string => v.getDescription(asValibot(schema)) ?? '';

/** Returns true if a text may have several paragraphs, as its hint says. */
export const canHoldParagraphs = (schema: Schema): boolean => readHint(schema).includes('new paragraph');

/** Returns the bounds of a text's characters, a list's entries or a number. */
export function readLimits(schema: Schema): { min: number; max: number } {
  const limit = (...types: string[]) => rulesOf(schema).find(({ type }) => types.includes(type))?.requirement;
  return {
    min: Number(limit('min_length', 'min_value') ?? 0),
    max: Number(limit('max_length', 'max_value') ?? Infinity),
  };
}

interface Rule {
  type: string;
  requirement?: unknown;
  pipe?: readonly Rule[];
}

/** Flattens a schema's nested pipes into one list of rules. */
function rulesOf(schema: Schema): readonly Rule[] {
  const within = ({ pipe, ...rule }: Rule): Rule[] => (pipe ? pipe.flatMap(within) : [rule]);
  return within(unwrapOptional(schema));
}

/** Returns the initial value of a new field: empty texts, and as many entries as a list needs. */
export function createBlank(schema: Schema): unknown {
  if (schema.type === 'array') return Array.from({ length: readLimits(schema).min }, () => createBlank(schema.item));
  if (schema.type === 'strict_tuple') return schema.items.map(createBlank);
  if (schema.type === 'strict_object') {
    const fields = Object.entries(schema.entries).filter(([, field]) => field.type !== 'optional');
    return Object.fromEntries(fields.map(([name, field]) => [name, createBlank(field)]));
  }
  if (schema.type === 'picklist') return schema.options[0];
  if (schema.type === 'optional') return createBlank(schema.wrapped);
  return schema.type === 'number' ? readLimits(schema).min : schema.type === 'boolean' ? false : '';
}
