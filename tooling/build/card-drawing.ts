import type { Tokens } from './tokens.ts';

interface Size {
  width: number;
  height: number;
}

interface Box extends Size {
  x: number;
  y: number;
}

/** Where a drawing may be, in pixels: all but the column's words, under a title on one line, from top to bottom, or across the card. */
const boxes = {
  besideTitle: { x: 528, y: 40, width: 672, height: 590 },
  underTitle: { x: 528, y: 290, width: 672, height: 340 },
  full: { x: 430, y: 0, width: 770, height: 630 },
  strip: { x: 0, y: 318, width: 1200, height: 312 },
} satisfies Record<string, Box>;

/** What a line of one unit measures on the card, in pixels: a quarter of it is left where the card is a thumbnail. */
const lineWidth = 1.9;

/** From this ratio of width to height on, a drawing is a panorama and takes the card's whole width. */
const panorama = 2.2;

export function isPanorama(svg: string): boolean {
  return aspectOf(paperOf(svg)) >= panorama;
}

/**
 * A drawing as a part of the card: in its place, in the theme's colours, its lines strong enough for a thumbnail. Beside words it
 * fades out towards them. Throws where it names a colour that the theme has not.
 * @param svg as React renders it
 * @param accent what it stands in
 * @param room what the title leaves it
 */
export function placeDrawing(svg: string, accent: string, room: 'besideTitle' | 'underTitle', tokens: Tokens): string {
  const paper = paperOf(svg);
  const fills = svg.includes(' slice"');
  const box = isPanorama(svg) ? boxes.strip : boxFor(paper, fills ? 'full' : room);
  const scale = (fills ? Math.max : Math.min)(box.width / paper.width, box.height / paper.height);
  const attributes = {
    ...box,
    viewBox: `0 0 ${paper.height * aspectOf(box)} ${paper.height}`,
    overflow: 'visible',
    'stroke-width': round(lineWidth / scale),
  };
  const opening = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const placed = `<svg ${opening.join(' ')}>${strengthen(svg, scale)}</svg>`;
  return `<style>${colourRules(svg, accent, tokens)}</style>${isPanorama(svg) ? placed : fadeOut(placed, box)}`;
}

/** What runs on beyond the drawing's left edge would end behind words. */
function fadeOut(drawing: string, { x }: Box): string {
  return [
    `<linearGradient id="fading" gradientUnits="userSpaceOnUse" x1="${x - 20}" x2="${x + 90}">`,
    '<stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>',
    '<mask id="fade" maskUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%">',
    `<rect width="100%" height="100%" fill="url(#fading)"/></mask><g mask="url(#fade)">${drawing}</g>`,
  ].join('');
}

/** The paper's size in its own units. What has no units of its own is as wide as its place, and made for a strip. */
function paperOf(svg: string): Size {
  const [, unitsWide, unitsHigh] = /^<svg[^>]* viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  if (unitsWide !== undefined) return { width: Number(unitsWide), height: Number(unitsHigh) };
  const height = Number(/^<svg[^>]* height="(\d+)"/.exec(svg)?.[1] ?? 100);
  return { width: height * aspectOf(boxes.strip), height };
}

function aspectOf({ width, height }: Size): number {
  return width / height;
}

/** As large as the room lets it be, in its lower right corner; what fills its place keeps the room's height. */
function boxFor(paper: Size, room: 'besideTitle' | 'underTitle' | 'full'): Box {
  const most = boxes[room];
  const width = round(Math.min(most.width, most.height * aspectOf(paper)));
  const height = room === 'full' ? most.height : round(width / aspectOf(paper));
  return { x: round(most.x + most.width - width), y: round(most.y + most.height - height), width, height };
}

/**
 * Lines that keep their weight at every scale are drawn as others are, since librsvg 2.63 would lay their gradients over the
 * card instead of the drawing. On stretched paper they stay as they are: there the gradient matters less than the weight.
 */
function strengthen(svg: string, scale: number): string {
  const stretched = svg.includes(' preserveAspectRatio="none"');
  // The rule of the site's base.css.
  const drawn = svg.replaceAll(
    /<path(?=[^>]* class=)(?![^>]* vector-effect=)/g,
    '<path vector-effect="non-scaling-stroke"',
  );
  return drawn.replaceAll(/<\w+[^>]*>/g, (tag) => {
    const factor = stretched && tag.includes(' vector-effect=') ? lineWidth : lineWidth / scale;
    const scaled = tag.replaceAll(/ stroke-(width|dasharray)="([^"]*)"/g, (_all, what: string, values: string) => {
      return ` stroke-${what}="${values.replaceAll(/[\d.]+/g, (value) => `${round(Number(value) * factor)}`)}"`;
    });
    return stretched ? scaled : scaled.replace(/ vector-effect="[^"]*"/, '');
  });
}

/** The classes that paint, as a stylesheet for a library that knows neither the site's nor variables. */
function colourRules(svg: string, accent: string, tokens: Tokens): string {
  const valuesOf = (attribute: string) => {
    const values = [...svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))];
    return [...new Set(values.flatMap(([, value = '']) => value.split(' ')))];
  };
  const inAccents = (property: string, name: string) => [
    `.${name}{${property}:${tokens(accent)}}`,
    ...valuesOf('data-accent').map((inner) => {
      const within = `[data-accent="${inner}"]`;
      return `${within}.${name},${within} .${name}{${property}:${tokens(inner)}}`;
    }),
  ];
  const rulesFor = (name: string): string | string[] => {
    if (name === 'stop') return inAccents('stop-color', name);
    if (name === 'overflow-visible') return '.overflow-visible{overflow:visible}';
    const [, prefix, value = ''] = /^(stroke|fill|opacity|text)-(.+)$/.exec(name) ?? [];
    if (prefix === undefined) return [];
    const property = prefix === 'text' ? 'color' : prefix;
    if (property === 'opacity') return `.${name}{opacity:${Number(value) / 100}}`;
    return value === 'accent' ? inAccents(property, name) : `.${name}{${property}:${tokens(value)}}`;
  };
  return valuesOf('class').flatMap(rulesFor).join('');
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
