import { type ReactNode, use, useState } from 'react';
import {
  createBlankValue,
  type FieldSchema,
  listInnerFields,
  findEditorControl,
  getFieldHint,
  getFieldLimits,
  getMinPictureWidth,
  findFieldOptions,
  getFieldTitle,
  unwrapOptional,
} from '../../../content/field-schema.ts';
import type { FieldPath } from '../../../content/merge-content.ts';
import type { Picture } from '../../../content/schema/picture.ts';
import { Button } from './button.tsx';
import { PictureField } from './picture-field.tsx';
import {
  EntryFormContext,
  type FieldProps,
  formatFieldId,
  focusField,
  hintClass,
  HistoryButton,
  FieldIssues,
} from './form-context.tsx';
import { LeafField } from './leaf-field.tsx';
import { type ListFieldProps, EntryActions } from './entry-actions.tsx';

/** Renders the fields of a group or list. */
export function Fields({ schema, value, path }: FieldProps) {
  const innerSchema = unwrapOptional(schema);
  if (innerSchema.type === 'array')
    return <ListField schema={innerSchema} value={Array.isArray(value) ? value : []} path={path} />;
  return listInnerFields(schema, value).map(([key, fieldSchema, fieldValue]) => (
    <Field key={key} schema={fieldSchema} value={fieldValue} path={[...path, key]} />
  ));
}

function Field(props: FieldProps) {
  const { usedPictures, setFieldValue, onFieldFocus, onUpload } = use(EntryFormContext);
  const { schema, value, path } = props;
  if (!isFieldGroup(schema)) return <LeafField {...props} title={getFieldTitle(schema)} />;
  const isOpen = path.length > 1 && unwrapOptional(schema).type !== 'array';
  const [isPicture, isMissing] = [findEditorControl(schema) === 'picture', value === undefined];
  const toggle = () => {
    setFieldValue(path, isMissing ? createBlankValue(schema) : undefined);
    // The button of a picture goes.
    if (isPicture) focusField(path);
  };
  return (
    <FoldedFields title={getFieldTitle(schema)} summary={summariseValue(schema, value)} path={path} isOpen={isOpen}>
      {getFieldHint(schema) ? <p className={hintClass}>{getFieldHint(schema)}</p> : null}
      {isPicture ? (
        <PictureField
          picture={value as Picture | undefined}
          minWidth={getMinPictureWidth(schema)}
          usedPictures={usedPictures}
          onChange={(picture) => setFieldValue(path, picture)}
          onFocus={() => onFieldFocus([...path, 'file'])}
          onUpload={onUpload}
        />
      ) : null}
      {schema.type === 'optional' && !(isPicture && isMissing) ? (
        <p className="row mb-4">
          <Button label={isMissing ? 'Add' : 'Leave out'} hiddenLabel={getFieldTitle(schema)} onPress={toggle} />
          <HistoryButton path={path} titleId={formatFieldId(path)} />
        </p>
      ) : null}
      {isMissing ? null : <Fields {...props} />}
    </FoldedFields>
  );
}

const isFieldGroup = (schema: FieldSchema) =>
  ['strict_object', 'array', 'strict_tuple'].includes(unwrapOptional(schema).type);

/** Returns the first words of a value, for the title of its folded group. */
function summariseValue(schema: FieldSchema, value: unknown): string {
  if (typeof value === 'string')
    return findFieldOptions(schema)?.find((option) => option.value === value)?.label ?? value;
  const inner = listInnerFields(schema, value).map(([, ...field]) => summariseValue(...field));
  return inner.filter(Boolean).join(' · ').slice(0, 120);
}

const groupClass = 'mb-3 min-w-0 rounded-[0.25rem] border border-hairline px-3 open:pb-1';

interface FoldedFieldsProps {
  title: string;
  summary: string;
  path: FieldPath;
  /** Unfolds it when it is first shown. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Renders fields that can be folded, under a title with their first words. */
function FoldedFields({ title, summary, path, isOpen = false, children }: FoldedFieldsProps) {
  const { issues } = use(EntryFormContext);
  const [isOpenAtFirst] = useState(isOpen);
  const hasIssue = issues.some((issue) => path.every((key, index) => issue.path[index] === key));
  return (
    <details className={groupClass} open={isOpenAtFirst}>
      <summary id={formatFieldId(path)} className="min-h-11 scroll-mt-36 py-2 font-semibold wrap-anywhere">
        {title}
        {hasIssue ? <span className="text-balloon"> to be put right</span> : null}
        <span className="block truncate text-small font-normal text-quiet [details[open]>summary>&]:hidden">
          {summary}
        </span>
      </summary>
      <FieldIssues path={path} />
      {children}
    </details>
  );
}

/** Returns the label of a button that adds something: `Add a picture`, `Add an entry`, `Add steps`. */
export function formatAddLabel(name: string): string {
  const isCounted = !/(?:[^s]s|^text)$/i.test(name);
  return `Add ${isCounted ? (/^[aeiou]/i.test(name) ? 'an ' : 'a ') : ''}${name.toLowerCase()}`;
}

/** Renders the entries of a list, and a button for each form that an entry can take. */
function ListField({ schema, value, path }: ListFieldProps) {
  const { setFieldValue } = use(EntryFormContext);
  const label = getFieldTitle(schema.item) || 'Entry';
  const isInList = path.some((key) => typeof key === 'number');
  const forms = listForms(schema.item).map(([name, form]) => [getFieldTitle(form), { [name]: createBlankValue(form) }]);
  const additions = forms.length > 0 ? forms : [[label, createBlankValue(schema.item)]];
  const add = (entry: unknown) => {
    setFieldValue(path, [...value, entry]);
    focusField([...path, value.length]);
  };
  return (
    <>
      <ol>
        {value.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
          <li key={index} id={`${formatFieldId([...path, index])}.item`}>
            <ListEntry schema={schema} value={value} path={path} index={index} name={`${label} ${index + 1}`} />
          </li>
        ))}
      </ol>
      <div className="row mb-3">
        {(value.length < getFieldLimits(schema).max ? additions : []).map(([name, entry]) => (
          <Button key={name as string} label={formatAddLabel(name as string)} onPress={() => add(entry)} />
        ))}
        {isInList ? null : <HistoryButton path={path} titleId={formatFieldId(path)} />}
      </div>
    </>
  );
}

/** Returns the forms from which an entry takes one; none if the schema offers no forms. */
function listForms(schema: FieldSchema): [string, FieldSchema][] {
  const { entries = {} } = unwrapOptional(schema) as { entries?: Readonly<Record<string, FieldSchema>> };
  return findEditorControl(schema) === 'one of' ? Object.entries(entries) : [];
}

/** Renders an entry of a list, with buttons to move and remove it. A form that it takes stands in its place. */
function ListEntry({ schema, value, path, index, name }: ListFieldProps & { index: number; name: string }) {
  const actions = <EntryActions schema={schema} value={value} path={path} index={index} name={name} />;
  const entry = { schema: schema.item, value: value[index], path: [...path, index] };
  const [form] = findEditorControl(schema.item) === 'one of' ? listInnerFields(schema.item, entry.value) : [];
  const shown = form ? { schema: form[1], value: form[2], path: [...entry.path, form[0]] } : entry;
  const isLeaf = !isFieldGroup(shown.schema);
  if (isLeaf && !form)
    return (
      <LeafField {...entry} title={name}>
        {actions}
      </LeafField>
    );
  const title = form ? `${name}: ${getFieldTitle(shown.schema)}` : name;
  const summary = summariseValue(entry.schema, entry.value);
  return (
    <FoldedFields title={title} summary={summary} path={entry.path} isOpen={summary === ''}>
      <p className="row mb-2 justify-end">{actions}</p>
      {form && !isLeaf ? <FieldIssues path={shown.path} /> : null}
      {isLeaf ? <LeafField {...shown} title={getFieldTitle(shown.schema)} /> : <Fields {...shown} />}
    </FoldedFields>
  );
}
