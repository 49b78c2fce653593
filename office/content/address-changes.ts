import { type Content, findContentType, singletons } from '../../content/content-types.ts';
import { type ContentFiles, isEqualJson } from '../../content/merge-content.ts';

/**
 * Returns the new file of each earlier one whose page only gets another address: a removed and a new file of a
 * collection that are equal, or whose redirect leads from the earlier address to the new one.
 */
export function findAddressChanges(before: ContentFiles, after: ContentFiles): ReadonlyMap<string, string> {
  const redirects = (after[singletons.redirects.file] as Content['redirects'] | undefined)?.items ?? [];
  const listOnlyIn = (files: ContentFiles, others: ContentFiles) =>
    Object.keys(files).filter((file) => (files[file] ?? null) !== null && (others[file] ?? null) === null);
  const addresses = new Map<string, string>();
  for (const newFile of listOnlyIn(after, before)) {
    const page = findContentType(newFile);
    const earlierFiles = listOnlyIn(before, after).filter(
      (file) => !addresses.has(file) && findContentType(file)?.name === page?.name,
    );
    const file =
      earlierFiles.find((one) => isEqualJson(before[one], after[newFile])) ??
      earlierFiles.find((one) =>
        redirects.some(({ from, to }) => from === findContentType(one)?.path && to === page?.path),
      );
    if (file !== undefined) addresses.set(file, newFile);
  }
  return addresses;
}
