import { colourRules } from './card-colours.ts';
import { type Box, cardSize, drawingBoxes } from './card-layout.ts';
import type { Drawing } from './card-page.ts';
import type { Tokens } from './tokens.ts';

/** What a line of one unit measures on the card, in pixels: a quarter of it is left where the card is a thumbnail. */
const lineWidth = 1.9;

/** From this ratio of width to height on, a drawing is a panorama and takes the card's whole width. */
const panorama = 2.2;

export function isPanorama({ svg }: Drawing): boolean {
  return aspectOf(sheetOf(svg)) >= panorama;
}

/**
 * A page's drawing as a part of the card: in its place, in the theme's colours, its lines strong enough for a thumbnail. Beside
 * words it fades out towards them.
 * @param room what the title leaves it
 */
export function placeDrawing(drawing: Drawing, room: 'besideTitle' | 'underTitle', tokens: Tokens): string {
  const { svg, accent } = drawing;
  const sheet = sheetOf(svg);
  const fills = svg.includes(' slice"');
  const box = isPanorama(drawing) ? drawingBoxes.strip : boxFor(sheet, fills ? 'full' : room);
  const scale = (fills ? Math.max : Math.min)(box.width / sheet.width, box.height / sheet.height);
  const strong = strengthen(svg, scale, svg.includes(' preserveAspectRatio="none"'));
  const [opening = ''] = /^<svg[^>]*>/.exec(strong) ?? [];
  const attributes = Object.entries({
    viewBox: `0 0 ${round(sheet.height * aspectOf(box))} ${sheet.height}`,
    'stroke-width': round(lineWidth / scale),
    ...readAttributes(opening),
    ...box,
  });
  const placed = `<svg ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}>${strong.slice(opening.length)}`;
  return `<style>${colourRules(svg, accent, tokens)}</style>${isPanorama(drawing) ? placed : fadeOut(placed, box)}`;
}

/** What runs on beyond the drawing's left edge would end behind words. */
function fadeOut(drawing: string, { x }: Box): string {
  const all = `width="${cardSize.width}" height="${cardSize.height}"`;
  return [
    `<linearGradient id="fading" gradientUnits="userSpaceOnUse" x1="${x - 20}" x2="${x + 90}">`,
    '<stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>',
    `<mask id="fade" maskUnits="userSpaceOnUse" x="0" y="0" ${all}><rect ${all} fill="url(#fading)"/></mask>`,
    `<g mask="url(#fade)">${drawing}</g>`,
  ].join('');
}

interface Sheet {
  width: number;
  height: number;
}

/** The paper's size in its own units. What has no units of its own is as wide as its place, and made for a strip. */
function sheetOf(svg: string): Sheet {
  const [opening = ''] = /^<svg[^>]*>/.exec(svg) ?? [];
  const { viewBox, height = '100' } = readAttributes(opening);
  const [, , unitsWide, unitsHigh] = viewBox?.split(/[\s,]+/).map(Number) ?? [];
  const high = unitsHigh ?? Number(height);
  return { width: unitsWide ?? high * aspectOf(drawingBoxes.strip), height: high };
}

function readAttributes(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function aspectOf({ width, height }: Sheet): number {
  return width / height;
}

/** As large as the room lets it be, in its lower right corner; what fills its place keeps the room's height. */
function boxFor(sheet: Sheet, room: 'besideTitle' | 'underTitle' | 'full'): Box {
  const most: Box = drawingBoxes[room];
  const width = Math.min(most.width, most.height * aspectOf(sheet));
  const height = room === 'full' ? most.height : width / aspectOf(sheet);
  return {
    x: round(most.x + most.width - width),
    y: round(most.y + most.height - height),
    width: round(width),
    height: round(height),
  };
}

/**
 * Lines that keep their weight at every scale are drawn as others are, since librsvg 2.63 would lay their gradients over the
 * card instead of the drawing. On stretched paper they stay as they are: there the gradient matters less than the weight.
 */
function strengthen(markup: string, scale: number, stretched: boolean): string {
  return markup.replaceAll(/<\w+[^>]*>/g, (tag) => {
    const factor = stretched && tag.includes(' vector-effect=') ? lineWidth : lineWidth / scale;
    const scaled = tag.replaceAll(/ stroke-(width|dasharray)="([^"]*)"/g, (_all, what: string, values: string) => {
      return ` stroke-${what}="${values.replaceAll(/[\d.]+/g, (value) => `${round(Number(value) * factor)}`)}"`;
    });
    return stretched ? scaled : scaled.replace(/ vector-effect="[^"]*"/, '');
  });
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
