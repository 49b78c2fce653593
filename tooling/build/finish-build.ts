import { hash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleContent } from '../../src/content/assemble-content.ts';
import { releaseFiles } from '../../src/content/release-files.ts';
import { readConfig } from '../../src/start/config.ts';
import { type BuildManifest, createSiteRenderer } from '../../src/server/rendered-site.ts';
import type { RendererModule } from '../../src/server/render-pages.ts';
import { hashForPolicy } from '../../src/server/site-headers.ts';
import { writePrecompressedBodies } from '../../src/server/static-files.ts';
import { browserModulesFile, findClassesWithoutRules, listScriptClasses } from './browser-classes.ts';
import { buildEditorScript } from './bundle-editor.ts';
import { drawSocialCards } from './cards.ts';
import { readLastChanges } from './last-changes.ts';
import { newBuildDirectory } from './new-build.ts';
import { parseStylesheet } from './parse-stylesheet.ts';

// The steps from Vite's output to the files that the server reads, in order. Each step throws if its input has not the
// expected form.
const client = `${newBuildDirectory}/client`;
cpSync(`${newBuildDirectory}/server/assets`, `${client}/assets`, { recursive: true });
rmSync(`${newBuildDirectory}/server/assets`, { recursive: true });
const manifest = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;
const browserModules = JSON.parse(readFileSync(`${client}/${browserModulesFile}`, 'utf8')) as Record<string, string>;
rmSync(`${client}/.vite`, { recursive: true });
const renderer: RendererModule = await import(pathToFileURL(resolve(newBuildDirectory, 'server/index.js')).href);

const code = {
  entry: `/${manifest['src/site/entry.client.ts']?.file}`,
  integrity: integrityOf(globSync(`${client}/assets/*.js`)),
};
const browserClasses = Object.fromEntries(
  Object.entries(browserModules).map(([file, code]) => [file, listScriptClasses(`${file}.js`, code)]),
);
const islandSelectors = [...new Set(Object.values(browserClasses).flat())].map((name) => `.${name}`);
const stylesheet = parseStylesheet(renderer.styles, islandSelectors);
const settings = readConfig({});
const content = assembleContent(releaseFiles, settings);
const pages = renderer.listPages(content);
const buildManifest: BuildManifest = {
  // Part of every page: a browser does not mix the pages of two builds.
  build: hash('sha256', JSON.stringify({ code, stylesheet })).slice(0, 8),
  code,
  lastChanges: readLastChanges('.'),
  cards: pages.map(({ id }) => id),
  stylesheet,
  insertedStyles: notificationStyles(),
};

// Rendered once to detect failures, and to compress beforehand: a server with default settings uses the result.
const renderSite = createSiteRenderer({ renderer, buildManifest, settings, onRenderError: console.error });
const { files } = await renderSite(content);
writeFileSync(`${newBuildDirectory}/assets.json`, JSON.stringify(buildManifest));
const texts = [...files.values()].flatMap(({ variants }) => variants.get('identity')?.body ?? []);

const laterSheets = globSync(`${client}/assets/*.css`).map((file) => readFileSync(file, 'utf8'));
const pageSheets = texts.flatMap((text) => /<style>([^]*?)<\/style>/.exec(text.toString())?.[1] ?? []);
const faults = findClassesWithoutRules(browserClasses, [...laterSheets, ...pageSheets]);
if (faults.length > 0) throw new Error(faults.join('\n'));

for (const [name, card] of await drawSocialCards(pages)) {
  mkdirSync(dirname(`${client}/cards/${name}`), { recursive: true });
  writeFileSync(`${client}/cards/${name}.png`, card);
}
mkdirSync(`${newBuildDirectory}/packed`);
for (const file of globSync(`${client}/**/*.{js,css,svg}`)) texts.push(readFileSync(file));
for (const text of texts) await writePrecompressedBodies(`${newBuildDirectory}/packed`, text);

const editor = await buildEditorScript();
mkdirSync(`${newBuildDirectory}/office/assets`, { recursive: true });
writeFileSync(
  `${newBuildDirectory}/office/assets/editor-${hash('sha256', editor, 'base64url').slice(0, 8)}.js`,
  editor,
);

if (existsSync('content/pictures')) cpSync('content/pictures', `${client}/assets`, { recursive: true });
cpSync('docs/pictures', `${newBuildDirectory}/office/help`, { recursive: true });
cpSync('src/site/posters', `${newBuildDirectory}/office/posters`, { recursive: true });

type Manifest = Readonly<Record<string, { file: string }>>;

function integrityOf(files: readonly string[]): Record<string, string> {
  // Part of every page, and hashes do not compress: a third shorter than sha384.
  const hashOf = (file: string) => hash('sha256', readFileSync(file), 'base64');
  return Object.fromEntries(files.toSorted().map((file) => [file.slice(client.length), `sha256-${hashOf(file)}`]));
}

/** Returns the hashes of the `style` element that sonner inserts when it is loaded: first empty, then filled. */
function notificationStyles(): string[] {
  const source = readFileSync(new URL(import.meta.resolve('sonner')), 'utf8');
  const [, text] = /^__insertCSS\((".*")\);$/m.exec(source) ?? [];
  if (text === undefined)
    throw new Error('sonner does not insert its styles as one text: has a new version changed how?');
  return ['', JSON.parse(text) as string].map(hashForPolicy);
}
