import { listFileTexts } from '../../content/content-issues.ts';
import { unwrapOptional, findFieldSchema } from '../../content/field-schema.ts';
import { getField, type FieldChange, type ContentFiles } from '../../content/merge-content.ts';

/** A text of a new file that equals the same field of an earlier file of its folder, `sourceFile`. */
export interface CopiedText extends Pick<FieldChange, 'file' | 'path'> {
  text: string;
  sourceFile: string;
}

/** Returns texts of new services and products copied from earlier ones: other pages start empty. Names for software and URLs of this site may be equal. */
export function findCopiedTexts(changes: readonly FieldChange[], files: ContentFiles): CopiedText[] {
  const fileNames = Object.keys(files);
  const newFiles = changes.filter(
    ({ file, path, ...texts }) => path.length === 0 && !('before' in texts) && /^(?:services|products)\//.test(file),
  );
  return newFiles.flatMap(({ file }) => {
    const [folder] = file.split('/');
    const earlierFiles = fileNames.slice(0, fileNames.indexOf(file)).filter((other) => other.startsWith(`${folder}/`));
    return listFileTexts(file, files[file]).flatMap(({ path, text }) => {
      const schema = findFieldSchema(file, path);
      if (!schema || unwrapOptional(schema).type !== 'string' || text.startsWith('/') || !/\p{L}/u.test(text))
        return [];
      const sourceFile = earlierFiles.find((other) => getField(files, { file: other, path }) === text);
      return sourceFile === undefined ? [] : [{ file, path, text, sourceFile }];
    });
  });
}
