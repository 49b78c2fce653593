import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readMetrics } from 'fontaine';
import subsetFont from 'subset-font';

const target = 'src/site/styles/generated';

/**
 * Weights that the design uses; the fonts' other axes stay at their defaults. Headings have a single weight, which
 * saves 20 KB per first visit. `width` of a fallback: width of the site's text in the font, at its most common weight,
 * relative to the fallback; measured in a browser over eight pages.
 */
const fonts = [
  {
    family: 'Bricolage Grotesque',
    file: 'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    name: 'display',
    weights: { min: 700, max: 700 },
    weightRange: '500 800',
    fallbacks: [
      { name: 'arial', faces: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'], width: 1.023, weight: '500 800' },
      { name: 'roboto', faces: ['Roboto'], width: 1.105 },
    ],
  },
  {
    family: 'Instrument Sans',
    file: 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    name: 'text',
    weights: { min: 400, max: 700 },
    weightRange: '400 700',
    fallbacks: [
      { name: 'arial', faces: ['Arial', 'Liberation Sans'], width: 1.017 },
      { name: 'roboto', faces: ['Roboto'], width: 1.021 },
    ],
  },
] as const;

const characters = collectSiteCharacters();
// Characters that only visitors' input or an operator's settings need: loaded when such a letter appears.
const others = listPrintableCharacters()
  .filter((character) => !characters.includes(character))
  .join('');
const stamp = hash('sha256', characters + others + readFileSync(import.meta.filename, 'utf8'));
if (!existsSync(`${target}/stamp`) || readFileSync(`${target}/stamp`, 'utf8') !== stamp) {
  mkdirSync(target, { recursive: true });
  const fallbackFaces = await Promise.all(fonts.map(writeFont));
  // In a family the last matching face is tried first.
  const faces = [await writeOtherLetters(fonts[1]), ...fonts.map((font) => formatFontFace(font, font.name))];
  // With scripts, src/site/after-paint-script.js loads these fonts after the first paint.
  writeFileSync(`${target}/fonts.css`, [`@media (scripting: none) {`, ...faces, '}', ...fallbackFaces].join('\n'));
  writeFileSync(`${target}/faces.css`, faces.join('\n'));
  writeFileSync(`${target}/stamp`, stamp);
}

/**
 * Returns the characters of the content and components, and the no-break space. Programming characters, 3.5 KB per
 * first visit, are left out: pages show them only in code, which has its own typeface.
 */
function collectSiteCharacters(): string {
  const sources = globSync(['content/**/*.yaml', 'src/{site,office}/**/*.tsx']).map((file) =>
    readFileSync(file, 'utf8'),
  );
  return [...new Set(`${sources.join('')}\u00A0`)]
    .filter((character) => !'`{}[]\\|^~$_<>\n'.includes(character))
    .sort()
    .join('');
}

/** Returns Latin-1 without control characters. */
function listPrintableCharacters(): string[] {
  return Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).filter((it) => !/\p{Cc}/u.test(it));
}

/** Writes the subset. Resolves to the @font-face rules of its metric-matched fallbacks, and its variable. */
async function writeFont(font: Font): Promise<string> {
  await writeSubset(font, characters, font.name);

  const metrics = await readMetrics(pathToFileURL(font.file));
  if (!metrics) throw new Error(`${font.file}: its metrics cannot be read`);
  const stack = [`'${font.family}'`, ...font.fallbacks.map(({ name }) => `${font.name}-${name}`), 'sans-serif'];
  return [
    ...font.fallbacks.map((fallback) => formatFallbackFace(font.name, metrics, fallback)),
    `@layer tokens { :root { --font-${font.name}-stack: ${stack.join(', ')}; } }`,
    '',
  ].join('\n');
}

async function writeSubset({ file, weights: { min, max } }: Font, text: string, name: string): Promise<void> {
  const wght = min === max ? min : { min, max, default: min };
  const subset = await subsetFont(readFileSync(file), text, { targetFormat: 'woff2', variationAxes: { wght } });
  writeFileSync(`${target}/${name}.woff2`, subset);
}

async function writeOtherLetters(font: Font): Promise<string> {
  await writeSubset(font, others, 'other-letters');
  return formatFontFace(font, 'other-letters').replace('}', `  unicode-range: U+21-FF;\n}`);
}

function formatFontFace({ family, weightRange }: Font, name: string): string {
  return `@font-face {
  font-family: '${family}';
  src: url('./${name}.woff2');
  font-weight: ${weightRange};
  font-display: swap;
}`;
}

type Font = (typeof fonts)[number];
type FontMetrics = NonNullable<Awaited<ReturnType<typeof readMetrics>>>;
type Fallback = Font['fallbacks'][number] & { weight?: string };

/** Returns a @font-face of a system font with the metrics of the web font. */
function formatFallbackFace(fontName: string, metrics: FontMetrics, { name, faces, width, weight }: Fallback): string {
  const percent = (units: number) => `${Number(((100 * units) / metrics.unitsPerEm / width).toFixed(1))}%`;
  return `@font-face {
  font-family: ${fontName}-${name};
  src: ${faces.map((installed) => `local('${installed}')`).join(', ')};
  ${weight === undefined ? '' : `font-weight: ${weight};`}
  size-adjust: ${Number((100 * width).toFixed(1))}%;
  ascent-override: ${percent(metrics.ascent)};
  descent-override: ${percent(-metrics.descent)};
  line-gap-override: ${percent(metrics.lineGap)};
}`;
}
