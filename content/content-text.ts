import { Document, isScalar, Scalar, visit } from 'yaml';

import { kindOf } from './kinds.ts';

/**
 * A file of the content as it is written, so that two who change one sentence change the same lines: long texts as blocks, in
 * which quotation marks and colons mean nothing, and above all the schema that editors follow.
 * @param file its path from content/
 */
export function contentText(file: string, value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== 'string') return;
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
      else if (node.value.length > 72) node.type = Scalar.BLOCK_FOLDED;
    },
    Seq(_key, node) {
      node.flow =
        node.items.length === 2 && node.items.every((item) => isScalar(item) && /^\w{1,12}$/.test(String(item.value)));
    },
  });
  const text = document.toString({ lineWidth: 100, flowCollectionPadding: false });
  return `# yaml-language-server: $schema=${'../'.repeat(file.split('/').length - 1)}json-schema/${kindOf(file)?.name}.json\n${text}`;
}
