import { expect, it } from 'vitest';
import { createBlankValue, findFieldSchema } from '../../../content/field-schema.ts';
import type { FieldPath } from '../../../content/merge-content.ts';
import { findSchemaIssues } from '../../../content/validate-content.ts';
import { isInUntouchedBlock } from './untouched-blocks.ts';

const file = 'news/spring.yaml';
const createBlock = (form: string) => {
  const schema = findFieldSchema(file, ['blocks', 0, form]);
  return { [form]: schema && createBlankValue(schema) };
};
const findBlockIssues = (block: unknown) => {
  const value = { blocks: [block] };
  const isOfBlock = (path: FieldPath) => path[0] === 'blocks';
  const issues = findSchemaIssues({ [file]: value }).filter((issue) => issue.file === file && isOfBlock(issue.path));
  return [issues.length > 0, issues.some((issue) => !isInUntouchedBlock(issue, value))];
};

it.each(['text', 'picture', 'comparison', 'figures', 'steps', 'quotation', 'questions', 'callToAction'])(
  'a new block is not red before it is touched: %s',
  (form) => expect(findBlockIssues(createBlock(form))).toEqual([true, false]),
);

it('a block in which something was typed is red where something lacks', () => {
  const block = createBlock('steps');
  expect(findBlockIssues({ steps: { ...Object(block['steps']), title: 'How' } })).toEqual([true, true]);
});
