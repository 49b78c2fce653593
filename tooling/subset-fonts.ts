import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readMetrics } from 'fontaine';
import subsetFont from 'subset-font';

const target = 'app/styles/generated';

/**
 * Weights that the design uses; the fonts' other axes are left at their defaults. Each fallback has the width of the site's own
 * text in the font, at the weight that most of it has, in the fallback's widths: measured in a browser over eight pages.
 */
const fonts = [
  {
    family: 'Bricolage Grotesque',
    file: 'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    name: 'display',
    weights: { min: 500, max: 800 },
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
    fallbacks: [
      { name: 'arial', faces: ['Arial', 'Liberation Sans'], width: 1.017 },
      { name: 'roboto', faces: ['Roboto'], width: 1.021 },
    ],
  },
] as const;

const characters = charactersOfTheSite();
const stamp = createHash('sha256')
  .update(characters)
  .update(readFileSync(import.meta.filename))
  .digest('hex');
if (!existsSync(`${target}/stamp`) || readFileSync(`${target}/stamp`, 'utf8') !== stamp) {
  mkdirSync(target, { recursive: true });
  const fallbackFaces = await Promise.all(fonts.map(writeFont));
  // Where scripts run, app/after-paint-script.js takes the fonts from these rules once the page is painted.
  writeFileSync(
    `${target}/fonts.css`,
    [`@media (scripting: none) {`, ...fonts.map(fontFace), '}', ...fallbackFaces].join('\n'),
  );
  writeFileSync(`${target}/stamp`, stamp);
}

/** What the content and the components contain, and printable Latin-1: visitors' own words appear in the form. */
function charactersOfTheSite(): string {
  const sources = globSync(['content/**/*.ts', 'app/**/*.tsx']).map((file) => readFileSync(file, 'utf8'));
  const printable = Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCharCode(index + 0x20));
  return [...new Set([...sources.join(''), ...printable])].sort().join('');
}

/** Writes the subset and returns the @font-face rules of its metric-matched fallbacks, and the stack as a variable. */
async function writeFont(font: Font): Promise<string> {
  const subset = await subsetFont(readFileSync(font.file), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { ...font.weights, default: font.weights.min } },
  });
  writeFileSync(`${target}/${font.name}.woff2`, subset);

  const metrics = await readMetrics(pathToFileURL(font.file));
  if (!metrics) throw new Error(`${font.file}: its metrics cannot be read`);
  const stack = [`'${font.family}'`, ...font.fallbacks.map(({ name }) => `${font.name}-${name}`), 'sans-serif'];
  return [
    ...font.fallbacks.map((fallback) => fallbackFace(font.name, metrics, fallback)),
    `:root { --font-${font.name}-stack: ${stack.join(', ')}; }`,
    '',
  ].join('\n');
}

function fontFace({ family, name, weights }: Font): string {
  return `@font-face {
  font-family: '${family}';
  src: url('./${name}.woff2');
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
}`;
}

type Font = (typeof fonts)[number];
type FontMetrics = NonNullable<Awaited<ReturnType<typeof readMetrics>>>;
type Fallback = Font['fallbacks'][number] & { weight?: string };

/** A face of the system that takes as much room as the font will. */
function fallbackFace(fontName: string, metrics: FontMetrics, { name, faces, width, weight }: Fallback): string {
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
