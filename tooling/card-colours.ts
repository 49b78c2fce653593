import type { Tokens } from './tokens.ts';

const accents = ['lamp', 'harbour', 'balloon', 'woods', 'slate', 'heather', 'brick', 'meadow'];

/**
 * The classes of a drawing that give colours, as a stylesheet for a library that knows neither the site's nor variables.
 * Throws where a class names a colour that the theme has not.
 * @param accent what the drawing stands in
 */
export function colourRules(svg: string, accent: string, tokens: Tokens): string {
  const classes = new Set([...svg.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const inAccents = (property: string, selector: string) => [
    `${selector}{${property}:${tokens(accent)}}`,
    ...accents.map((name) => {
      const within = `[data-accent="${name}"]`;
      return `${within}${selector},${within} ${selector}{${property}:${tokens(name)}}`;
    }),
  ];
  const ruleFor = (name: string): string[] => {
    if (name === 'stop') return inAccents('stop-color', '.stop');
    if (name === 'overflow-visible') return ['.overflow-visible{overflow:visible}'];
    const [, opacity] = /^opacity-(\d+)$/.exec(name) ?? [];
    if (opacity !== undefined) return [`.${name}{opacity:${Number(opacity) / 100}}`];
    const [, property, role = ''] = /^(stroke|fill)-([a-z-]+)$/.exec(name) ?? [];
    if (property === undefined) return [];
    if (role === 'accent') return inAccents(property, `.${name}`);
    return [`.${name}{${property}:${keywords[role] ?? tokens(role)}}`];
  };
  return [...classes].flatMap(ruleFor).join('');
}

const keywords: Readonly<Record<string, string>> = { none: 'none', transparent: 'none', current: 'currentColor' };
