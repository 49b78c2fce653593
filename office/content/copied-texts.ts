import { textsIn } from '../../content/content-faults.ts';
import { required, schemaAt } from '../../content/field-schema.ts';
import { fieldAt, type FieldChange, type WordFiles } from '../../content/merge-words.ts';

/** A text of a new file that another file of its folder, `of`, has in the same field. */
export interface CopiedText extends Pick<FieldChange, 'file' | 'path'> {
  text: string;
  of: string;
}

/** Returns what new files still say as those that stand before them. Names for the software and addresses of this site may be alike. */
export function findCopiedTexts(changes: readonly FieldChange[], files: WordFiles): CopiedText[] {
  const all = Object.keys(files);
  const added = changes.filter(({ path, ...texts }) => path.length === 0 && !('before' in texts));
  return added.flatMap(({ file }) => {
    const [folder] = file.split('/');
    const others = all.slice(0, all.indexOf(file)).filter((other) => other.startsWith(`${folder}/`));
    return textsIn(file, files[file]).flatMap(({ path, text }) => {
      const schema = schemaAt(file, path);
      if (!schema || required(schema).type !== 'string' || text.startsWith('/') || !/\p{L}/u.test(text)) return [];
      const of = others.find((other) => fieldAt(files, { file: other, path }) === text);
      return of === undefined ? [] : [{ file, path, text, of }];
    });
  });
}
