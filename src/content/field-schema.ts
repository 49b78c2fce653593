import * as v from 'valibot';
import { findContentModel } from './content-models.ts';
import { type FieldPath, getOwnProperty, isRecord } from './merge-content.ts';
import type { EditorControlName, FieldEditorMetadata } from './schema/fields.ts';
import { schemas } from './schemas.ts';

/** The parts of a Valibot schema from which forms are built. */
export type FieldSchema =
  | { type: 'string' }
  | { type: 'number' }
  | { type: 'boolean' }
  | { type: 'picklist'; options: readonly string[] }
  | { type: 'array'; item: FieldSchema }
  | { type: 'strict_tuple'; items: readonly FieldSchema[] }
  | { type: 'strict_object'; entries: Readonly<Record<string, FieldSchema>> }
  | { type: 'optional'; wrapped: FieldSchema };

/** Returns the schema of a file; undefined if it is no content file. */
export function findFileSchema(file: string): v.GenericSchema | undefined {
  const contentModel = findContentModel(file);
  return contentModel && schemas[contentModel.name];
}

/** Returns the schema of a field, or of the file if the path is empty; undefined if there is none. */
export function findFieldSchema(file: string, path: FieldPath): FieldSchema | undefined {
  return path.reduce<FieldSchema | undefined>(
    (schema, key) => schema && findInnerSchema(schema, key),
    findFileSchema(file) as FieldSchema | undefined,
  );
}

function findInnerSchema(schema: FieldSchema, key: string | number): FieldSchema | undefined {
  const unwrapped = unwrapOptional(schema);
  if (unwrapped.type === 'array') return unwrapped.item;
  if (unwrapped.type === 'strict_tuple') return unwrapped.items[Number(key)];
  // Paths come from addresses too: `constructor` is no field.
  return unwrapped.type === 'strict_object' && Object.hasOwn(unwrapped.entries, key)
    ? unwrapped.entries[key]
    : undefined;
}

/** Returns the fields within a value by key, also fields that a group lacks; of a picture, fields that its own control does not set. */
export function listInnerFields(schema: FieldSchema, value: unknown): [string | number, FieldSchema, unknown][] {
  const [inner, control] = [unwrapOptional(schema), findEditorControl(schema)];
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(Object(value));
  const shown = control === 'picture' ? ['alt', 'decorative', 'credit'] : control === 'one of' ? names : undefined;
  const keys = inner.type === 'strict_object' && isRecord(value) ? (shown ?? Object.keys(inner.entries)) : names;
  return keys.flatMap((key): [string | number, FieldSchema, unknown][] => {
    const innerSchema = findInnerSchema(schema, key);
    return innerSchema ? [[key, innerSchema, getOwnProperty(value, key)]] : [];
  });
}

/** Returns the schema within optional ones. */
export function unwrapOptional(schema: FieldSchema): Exclude<FieldSchema, { type: 'optional' }> {
  return schema.type === 'optional' ? unwrapOptional(schema.wrapped) : schema;
}

const toValibotSchema = (schema: FieldSchema) => unwrapOptional(schema) as unknown as v.GenericSchema;
/** Returns the title of a field for forms and messages; '' if it has none. */
export const getFieldTitle = (schema: FieldSchema): string => v.getTitle(toValibotSchema(schema)) ?? '';
/** Returns the advice for the writer; '' if there is none. */
export const getFieldHint = (schema: FieldSchema): string => v.getDescription(toValibotSchema(schema)) ?? '';

const readMetadata = (schema: FieldSchema): FieldEditorMetadata => v.getMetadata(toValibotSchema(schema));

/** Returns how the editor shows a field, if its schema says so. */
export const findEditorControl = (schema: FieldSchema): EditorControlName | undefined => readMetadata(schema).control;

/** Returns the width in pixels from which a picture is sharp in its place; 0 for other fields. */
export const getMinPictureWidth = (schema: FieldSchema): number => readMetadata(schema).minPictureWidth ?? 0;

/** Returns the options of a choice with their labels; undefined if the field is none. */
export function findFieldOptions(schema: FieldSchema): { value: string; label: string }[] | undefined {
  const inner = unwrapOptional(schema);
  const { labels = { true: 'Yes', false: 'No' } } = readMetadata(schema);
  const options = inner.type === 'boolean' ? ['true', 'false'] : inner.type === 'picklist' ? inner.options : undefined;
  return options?.map((value) => ({ value, label: labels[value] ?? value }));
}

/** Returns true if a rule fixes the form of a text, like that of a time: its length says nothing then. */
export const hasFixedFormat = (schema: FieldSchema): boolean =>
  ['date', 'code'].includes(findEditorControl(schema) ?? '') ||
  flattenRules(schema).some(({ type }) => /^(?:regex|email|iso_\w+)$/.test(type));

/** Returns true if a text may have several paragraphs, by its hint. */
export const canHoldParagraphs = (schema: FieldSchema): boolean => getFieldHint(schema).includes('new paragraph');

/** Returns the bounds of a text's length, a list's length or a number. */
export function getFieldLimits(schema: FieldSchema): { min: number; max: number } {
  const limit = (...types: string[]) => flattenRules(schema).find(({ type }) => types.includes(type))?.requirement;
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
function flattenRules(schema: FieldSchema): readonly Rule[] {
  const flattenPipe = ({ pipe, ...rule }: Rule): Rule[] => (pipe ? pipe.flatMap(flattenPipe) : [rule]);
  return flattenPipe(unwrapOptional(schema));
}

/** Returns the initial value of a new field: empty texts, as many entries as a list needs, and no picture. */
export function createBlankValue(schema: FieldSchema): unknown {
  if (findEditorControl(schema) === 'picture') return undefined;
  if (schema.type === 'array')
    return Array.from({ length: getFieldLimits(schema).min }, () => createBlankValue(schema.item));
  if (schema.type === 'strict_tuple') return schema.items.map(createBlankValue);
  if (schema.type === 'strict_object') {
    const fields = Object.entries(schema.entries).filter(([, field]) => field.type !== 'optional');
    return Object.fromEntries(fields.map(([name, field]) => [name, createBlankValue(field)]));
  }
  if (schema.type === 'picklist') return schema.options[0];
  if (schema.type === 'optional') return createBlankValue(schema.wrapped);
  return schema.type === 'number' ? getFieldLimits(schema).min : schema.type === 'boolean' ? false : '';
}
