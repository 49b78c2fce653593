import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { generateFallbackName, generateFontFace, getMetricsForFamily, readMetrics } from 'fontaine';
import subsetFont from 'subset-font';

const target = 'app/styles/generated';

/** Weights that the design uses; the fonts' other axes are left at their defaults. */
const fonts = [
  {
    family: 'Bricolage Grotesque',
    file: 'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    name: 'display',
    weights: { min: 500, max: 800 },
    fallback: 'Arial',
  },
  {
    family: 'Instrument Sans',
    file: 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    name: 'text',
    weights: { min: 400, max: 700 },
    fallback: 'Arial',
  },
] as const;

const characters = charactersOfTheSite();
const stamp = createHash('sha256')
  .update(characters)
  .update(readFileSync(import.meta.filename))
  .digest('hex');
if (!existsSync(`${target}/stamp`) || readFileSync(`${target}/stamp`, 'utf8') !== stamp) {
  mkdirSync(target, { recursive: true });
  const faces = await Promise.all(fonts.map(writeFont));
  writeFileSync(`${target}/fonts.css`, faces.join('\n'));
  writeFileSync(`${target}/stamp`, stamp);
}

/** What the content and the components contain, and printable Latin-1: visitors' own words appear in the form. */
function charactersOfTheSite(): string {
  const sources = globSync(['content/**/*.ts', 'app/**/*.tsx']).map((file) => readFileSync(file, 'utf8'));
  const printable = Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCharCode(index + 0x20));
  return [...new Set([...sources.join(''), ...printable])].sort().join('');
}

/** Writes the subset and returns its @font-face rules: the font, its metric-matched fallback, and the stack as a variable. */
async function writeFont(font: (typeof fonts)[number]): Promise<string> {
  const subset = await subsetFont(readFileSync(font.file), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { ...font.weights, default: font.weights.min } },
  });
  writeFileSync(`${target}/${font.name}.woff2`, subset);

  const metrics = await readMetrics(pathToFileURL(font.file));
  const fallbackMetrics = await getMetricsForFamily(font.fallback);
  if (!metrics || !fallbackMetrics) throw new Error(`${font.file}: its metrics cannot be read`);
  const fallbackName = generateFallbackName(font.family);
  return [
    `@font-face {
  font-family: '${font.family}';
  src: url('./${font.name}.woff2') format('woff2');
  font-weight: ${font.weights.min} ${font.weights.max};
  font-display: swap;
}`,
    generateFontFace(metrics, { name: fallbackName, font: font.fallback, metrics: fallbackMetrics }),
    `:root { --font-${font.name}-stack: '${font.family}', '${fallbackName}', ${font.fallback}, sans-serif; }`,
    '',
  ].join('\n');
}
