import * as v from 'valibot';

import { findContentType } from './content-types.ts';
import type { Path } from './merge-content.ts';
import { schemas } from './schemas.ts';

/** What of a schema a form is made of. */
export type Schema =
  | { type: 'string' }
  | { type: 'number' }
  | { type: 'boolean' }
  | { type: 'picklist'; options: readonly string[] }
  | { type: 'array'; item: Schema }
  | { type: 'strict_tuple'; items: readonly Schema[] }
  | { type: 'strict_object'; entries: Readonly<Record<string, Schema>> }
  | { type: 'optional'; wrapped: Schema };

/** What a file has to be; undefined where it is no part of the content. */
export function findFileSchema(file: string): v.GenericSchema | undefined {
  const kind = findContentType(file);
  return kind && schemas[kind.name];
}

/** The schema of a field, or without a path that of a file; undefined where there is none. */
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

/** Whether a text may have several lines. */
export const canHoldParagraphs = (schema: Schema): boolean => readHint(schema).includes('new paragraph');

/** How many characters or entries fit, or between which numbers one lies. */
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

/** A rule that is added to a schema stands beside it. */
function rulesOf(schema: Schema): readonly Rule[] {
  const within = ({ pipe, ...rule }: Rule): Rule[] => (pipe ? pipe.flatMap(within) : [rule]);
  return within(unwrapOptional(schema));
}

/** What a field holds when it is added: as many entries as it takes, and empty texts. */
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
