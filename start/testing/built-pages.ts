import { join } from 'node:path';
import type { Content } from '../../content/kinds.ts';
import { createPublish, readBuiltAssets, type Publication, type Renderer } from '../../server/publication.ts';
import { readPacked } from '../../server/static-files.ts';
import { loadRenderer } from '../../start/built-pages.ts';
import { siteDirectory } from '../../process/site-directory.ts';

const build = join(siteDirectory, 'build');
export const renderer = await loadRenderer(build);
const built = readBuiltAssets(build);
const packed = readPacked(join(build, 'packed'));

type Parts = Partial<Parameters<typeof createPublish>[0]['settings']> & {
  renderPage?: Renderer['renderPage'];
  reportFault?: (fault: unknown) => void;
};

/** The pages of the build with these words. */
export function publish(
  words: Content,
  { renderPage = renderer.renderPage, reportFault = rethrow, ...settings }: Parts = {},
): Promise<Publication> {
  return createPublish({
    renderer: { ...renderer, renderPage },
    built,
    settings: { siteUrl: 'http://localhost:3000', ...settings },
    packed,
    reportFault,
  })(words);
}

/** All texts of a publication by their addresses. */
export function textsOf({ files }: Pick<Publication, 'files'>): ReadonlyMap<string, string> {
  return new Map([...files].map(([address, { variants }]) => [address, String(variants.get('identity')?.body)]));
}

function rethrow(fault: unknown): never {
  throw fault;
}
