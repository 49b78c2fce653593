import type { FieldChange, ContentFiles } from '../../content/merge-content.ts';

/**
 * Resolves to sentences on what only a build can change: cards, and characters missing from the typefaces. These have
 * the characters of the release's content, and for text those of Latin languages (see tooling/build/subset-fonts.ts).
 */
export async function findChangesNeedingRelease(
  changes: readonly FieldChange[],
  files: ContentFiles,
  released: ContentFiles,
): Promise<string[]> {
  const { formatFileTitle } = await import('../../content/validate-content.ts');
  const known = new Set(JSON.stringify(released));
  const written = new Set(changes.flatMap(({ after }) => [...JSON.stringify(after ?? '')]));
  const missing = [...written].filter((character) => /[^\0-\x7F]/.test(character) && !known.has(character));
  const [inHeadings, everywhere] = [missing.filter(isLatin1), missing.filter((character) => !isLatin1(character))];
  const pages = changes.flatMap(({ file, path, before, after }) => {
    const name = formatFileTitle(file, files[file]);
    const isPage = !file.startsWith('products/') || 'page' in Object(files[file]);
    const isWhole = path.length === 0 || (file.startsWith('products/') && path.join('.') === 'page');
    if (isPage && isWhole && before === undefined && after !== undefined)
      return `${name}: links to this new page show the general picture.`;
    const isTitle = `${file} ${path.join('.')}` === 'home.yaml hero.headline' || path.join('.') === 'title';
    return isPage && isTitle ? `${name}: the picture that links to this page show keeps the old title.` : [];
  });
  return [
    ...pages,
    ...(everywhere.length > 0 ? [`Shown in another typeface: ${everywhere.join(' ')}`] : []),
    ...(inHeadings.length > 0
      ? [`Shown in another typeface where they stand in headings: ${inHeadings.join(' ')}`]
      : []),
  ];
}

const isLatin1 = (character: string): boolean => /^[\0-\xFF]$/.test(character);
