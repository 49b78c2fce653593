import { walkTexts } from '../../content/content-issues.ts';
import { unwrapOptional, findFieldSchema } from '../../content/field-schema.ts';
import { getField, type FieldChange, type ContentFiles } from '../../content/merge-content.ts';

/** A text of a new file that equals the same field of another file of its folder, `of`. */
export interface CopiedText extends Pick<FieldChange, 'file' | 'path'> {
  text: string;
  of: string;
}

/** Returns texts of new files copied from earlier ones. Names for software and URLs of this site may be equal. */
export function findCopiedTexts(changes: readonly FieldChange[], files: ContentFiles): CopiedText[] {
  const all = Object.keys(files);
  const added = changes.filter(({ path, ...texts }) => path.length === 0 && !('before' in texts));
  return added.flatMap(({ file }) => {
    const [folder] = file.split('/');
    const others = all.slice(0, all.indexOf(file)).filter((other) => other.startsWith(`${folder}/`));
    return walkTexts(file, files[file]).flatMap(({ path, text }) => {
      const schema = findFieldSchema(file, path);
      if (!schema || unwrapOptional(schema).type !== 'string' || text.startsWith('/') || !/\p{L}/u.test(text))
        return [];
      const of = others.find((other) => getField(files, { file: other, path }) === text);
      return of === undefined ? [] : [{ file, path, text, of }];
    });
  });
}
