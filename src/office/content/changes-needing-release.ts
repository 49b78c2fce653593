import type { FieldChange, ContentFiles } from '../../content/merge-content.ts';

/**
 * Resolves to sentences on what only a build can change: cards, and characters missing from the typefaces. The typefaces
 * have the characters of the release's content, and for text all of Latin languages: see tooling/build/subset-fonts.ts.
 */
export async function describeChangesNeedingRelease(
  changes: readonly FieldChange[],
  files: ContentFiles,
  releasedFiles: ContentFiles,
): Promise<string[]> {
  const { formatFileTitle } = await import('../../content/validate-content.ts');
  const releasedCharacters = new Set(JSON.stringify(releasedFiles));
  const changedCharacters = new Set(changes.flatMap(({ after }) => [...JSON.stringify(after ?? '')]));
  const missingCharacters = [...changedCharacters].filter(
    (character) => /[^\0-\x7F]/.test(character) && !releasedCharacters.has(character),
  );
  const inHeadings = missingCharacters.filter(isLatin1);
  const everywhere = missingCharacters.filter((character) => !isLatin1(character));
  const cardNotices = changes.flatMap(({ file, path, before, after }) => {
    const fileTitle = formatFileTitle(file, files[file]);
    const hasCard = !/^(?:case-studies|news|pages)\b/.test(file);
    const isPage = hasCard && (!file.startsWith('products/') || 'page' in Object(files[file]));
    const isWhole = path.length === 0 || (file.startsWith('products/') && path.join('.') === 'page');
    if (isPage && isWhole && before === undefined && after !== undefined)
      return `${fileTitle}: where the link of this new page is shared, it has the picture of the home page.`;
    const isTitle = `${file} ${path.join('.')}` === 'home.yaml hero.headline' || path.join('.') === 'title';
    return isPage && isTitle ? `${fileTitle}: where its link is shared, the picture has the old title.` : [];
  });
  return [
    ...cardNotices,
    ...(everywhere.length > 0 ? [`Shown in another typeface: ${everywhere.join(' ')}`] : []),
    ...(inHeadings.length > 0
      ? [`Shown in another typeface where they stand in headings: ${inHeadings.join(' ')}`]
      : []),
  ];
}

const isLatin1 = (character: string): boolean => /^[\0-\xFF]$/.test(character);
