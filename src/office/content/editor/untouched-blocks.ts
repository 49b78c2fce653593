import type { ContentIssue } from '../../../content/content-issues.ts';
import { createBlankValue, findEditorControl, findFieldSchema } from '../../../content/field-schema.ts';
import { getField, isEqualJson } from '../../../content/merge-content.ts';

/** Returns true for an issue within a block that was added and not filled in yet. */
export function isInUntouchedBlock({ file, path }: ContentIssue, value: unknown): boolean {
  return path.some((_, index) => {
    const [blockPath, formPath] = [path.slice(0, index), path.slice(0, index + 1)];
    const [schema, formSchema] = [findFieldSchema(file, blockPath), findFieldSchema(file, formPath)];
    if (!schema || !formSchema || findEditorControl(schema) !== 'one of') return false;
    return isEqualJson(getField({ [file]: value }, { file, path: formPath }), createBlankValue(formSchema));
  });
}
