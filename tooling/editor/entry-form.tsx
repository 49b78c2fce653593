import Form from '@rjsf/core';
import {
  type ArrayFieldItemButtonsTemplateProps,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  type IconButtonProps,
  type ObjectFieldTemplateProps,
  type OptionalDataControlsTemplateProps,
  type RJSFSchema,
  type UiSchema,
} from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import type { ReactNode } from 'react';

import type { DraftFault } from './entries.ts';

type Value = Record<string, unknown>;

interface Context {
  faults: readonly DraftFault[];
  /** Takes a word that no dictionary has as one of ours. */
  addWord: (word: string) => void;
}

interface EntryFormProps extends Context {
  schema: RJSFSchema;
  value: Value;
  change: (value: Value) => void;
}

/** A file of the words as a form: a field for each text, the rule beside it, and what is wrong with what it holds. */
export function EntryForm({ schema, value, faults, change, addWord }: EntryFormProps) {
  return (
    <Form
      schema={schema}
      uiSchema={{
        ...uiSchemaOf(schema),
        'ui:globalOptions': { enableOptionalDataFieldForType: ['object', 'array'] },
        'ui:submitButtonOptions': { norender: true },
      }}
      formData={value}
      formContext={{ faults, addWord } satisfies Context}
      validator={validator}
      // The server checks: by the rules of JSON Schema, and by those that it has no words for. The library's own errors stay away:
      // what is put right would go on being marked.
      noValidate
      noHtml5Validate
      showErrorList={false}
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
      }}
      templates={{
        FieldTemplate: Field,
        ObjectFieldTemplate: Group,
        ArrayFieldTemplate: Entries,
        ArrayFieldItemTemplate: Item,
        ArrayFieldItemButtonsTemplate: ItemButtons,
        OptionalDataControlsTemplate: Optional,
        ButtonTemplates: { AddButton: Add },
      }}
      onChange={({ formData }) => formData && change(formData)}
    />
  );
}

/** Long texts in a field of several lines; a text that is emptied stays a text. */
function uiSchemaOf(schema: RJSFSchema): UiSchema {
  const { type, properties = {}, items, maxLength = 0 } = schema;
  if (type === 'object') {
    const fields = Object.entries(properties).map(([name, field]) => [name, uiSchemaOf(field as RJSFSchema)]);
    return Object.fromEntries(fields) as UiSchema;
  }
  if (type === 'array') {
    const forItems = Array.isArray(items)
      ? items.map((item) => uiSchemaOf(item as RJSFSchema))
      : uiSchemaOf(items as RJSFSchema);
    return { items: forItems } as UiSchema;
  }
  if (type === 'boolean') return { 'ui:widget': 'select' };
  if (type !== 'string' || schema.enum) return {};
  return {
    'ui:emptyValue': '',
    ...(maxLength > 80 && { 'ui:widget': 'textarea', 'ui:options': { rows: Math.min(8, Math.ceil(maxLength / 70)) } }),
  };
}

function Field({
  id,
  label,
  rawDescription,
  children,
  schema,
  formData,
  displayLabel,
  registry,
  hidden,
}: FieldTemplateProps) {
  if (hidden) return null;
  const faults = <Faults id={id} {...(registry.formContext as Context)} />;
  // Groups and lists have a title of their own.
  if (!displayLabel) return children;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}__description`} className="rule">
        {rawDescription}
        {typeof formData === 'string' && schema.maxLength ? <span> {formData.length} now.</span> : null}
      </p>
      {children}
      {faults}
    </div>
  );
}

function Faults({ id, faults, addWord }: Context & { id: string }) {
  const own = faults.filter(({ path }) => ['root', ...path].join('_') === id);
  return (
    <div id={`${id}__error`} role="alert">
      {own.map(({ message }) => {
        const word = /^has “([^”]+)”, which is not in the British dictionary/.exec(message)?.[1];
        return (
          <p key={message} className="fault">
            This {message.replace(/,? or add it to content\/dictionary\.txt|: add it to content\/dictionary\.txt/, '')}.{' '}
            {word ? (
              <button type="button" onClick={() => addWord(word)}>
                “{word}” is right
              </button>
            ) : null}
          </p>
        );
      })}
    </div>
  );
}

function Group(props: ObjectFieldTemplateProps) {
  const { title, description, properties, fieldPathId, optionalDataControl, formData } = props;
  const { title: own, name = own } = Object(formData) as { title?: string; name?: string };
  const isEntry = typeof fieldPathId.path.at(-1) === 'number';
  return (
    <Titled
      id={fieldPathId.$id}
      context={props.registry.formContext as Context}

      depth={fieldPathId.path.length}
      title={isEntry && name ? `${title}: ${name}` : title}
      description={description}
      control={optionalDataControl}
    >
      {properties.map(({ content }) => content)}
    </Titled>
  );
}

function Entries({
  title,
  schema,
  items,
  canAdd,
  onAddClick,
  registry,
  fieldPathId,
  optionalDataControl,
}: ArrayFieldTemplateProps) {
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <Titled
      id={fieldPathId.$id}
      context={registry.formContext as Context}

      depth={fieldPathId.path.length}
      title={title}
      description={schema.description}
      control={optionalDataControl}
    >
      {items}
      {canAdd ? <AddButton onClick={onAddClick} registry={registry} /> : null}
    </Titled>
  );
}

interface TitledProps {
  id: string;
  context: Context;
  depth: number;
  title: string;
  description: ReactNode;
  control: ReactNode;
  children: ReactNode;
}

/** The parts of a page open and close; what is within them does not. */
function Titled({ id, context, depth, title, description, control, children }: TitledProps) {
  const faults = <Faults id={id} {...context} />;
  if (depth === 0)
    return (
      <>
        {faults}
        {children}
      </>
    );
  const rule = description ? <p className="rule">{description}</p> : null;
  if (depth > 1)
    return (
      <fieldset>
        <legend>{title}</legend>
        {rule}
        {control}
        {faults}
        {children}
      </fieldset>
    );
  return (
    <details className="part">
      <summary>{title}</summary>
      {rule}
      {control}
      {faults}
      {children}
    </details>
  );
}

function Item({ children, buttonsProps, hasToolbar, registry }: ArrayFieldItemTemplateProps) {
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  return (
    <div className="item">
      {children}
      {hasToolbar ? (
        <div className="buttons">
          <Buttons {...buttonsProps} />
        </div>
      ) : null}
    </div>
  );
}

function ItemButtons(props: ArrayFieldItemButtonsTemplateProps) {
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = props;
  return (
    <>
      {hasMoveUp ? (
        <button type="button" onClick={onMoveUpItem}>
          Move up
        </button>
      ) : null}
      {hasMoveDown ? (
        <button type="button" onClick={onMoveDownItem}>
          Move down
        </button>
      ) : null}
      {hasRemove ? (
        <button type="button" onClick={onRemoveItem}>
          Remove
        </button>
      ) : null}
    </>
  );
}

function Optional({ onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) {
  if (onAddClick)
    return (
      <button type="button" onClick={onAddClick}>
        Add
      </button>
    );
  return onRemoveClick ? (
    <button type="button" onClick={onRemoveClick}>
      Leave out
    </button>
  ) : null;
}

function Add({ onClick }: IconButtonProps) {
  return (
    <button type="button" onClick={onClick}>
      Add one
    </button>
  );
}
