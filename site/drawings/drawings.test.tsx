import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Gradient, structures as names } from '../../content/schema/fields.ts';
import { Miniatures } from './miniatures.tsx';
import { documentOf, documentsPath, DocumentSheet, LinkedDocument, ProductDocument } from './product-document.tsx';
import { StageDrawing } from './sheet.tsx';
import { structures as structureOf } from './structures.ts';

const icons = Object.keys(documentOf) as (keyof typeof documentOf)[];
const colours: Gradient = ['brick', 'meadow'];

type Drawing = ComponentType<{ gradient: Gradient; counts: number[]; count: number; girder: number; load: 'peak' }>;

/** Each file but the papers has one drawing. */
const files = import.meta.glob<Record<string, Drawing>>(
  ['./*.tsx', '../sectors/load-span.tsx', '!./{sheet,product-document,miniatures,*.test}.tsx'],
  { eager: true },
);
const drawings = Object.entries(files).map(([name, module]) => {
  const Drawing = Object.values(module).find((value) => typeof value === 'function') as Drawing;
  const draw = (gradient: Gradient = ['harbour', 'lamp']) => (
    <Drawing gradient={gradient} counts={[11, 8, 16]} count={4} girder={2} load="peak" />
  );
  return { name, draw, markup: renderToStaticMarkup(draw()) };
});
const documents = icons.map((icon) => ({
  name: icon,
  markup: renderToStaticMarkup(<ProductDocument icon={icon} accent="lamp" />),
}));

const all = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map(([, found = '']) => found);
const pathsIn = (markup: string) => all(markup, / d="([^"]*)"/g);
function expectNumbers(paths: readonly string[]): void {
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MlhvLVaAQzZ]+$/);
}

test.each([...drawings, ...documents])(
  'the drawing $name is made of numbers and of the theme’s colours, and hidden from assistive technology',
  ({ markup }) => {
    expectNumbers(pathsIn(markup));
    expect(markup).not.toMatch(/NaN|undefined|Infinity|<text|style=|#[\da-f]{3,8}"|rgb|oklch|hsl/i);
    expect(markup).toMatch(/^<svg[^>]* aria-hidden="true"/);
  },
);

test.each(icons)('the document of %s is found in the file with all of them', (icon) => {
  expect(renderToStaticMarkup(<LinkedDocument icon={icon} accent="lamp" />)).toContain(
    ` href="${documentsPath}#${icon}"`,
  );
  const [path] = pathsIn(renderToStaticMarkup(<ProductDocument icon={icon} accent="lamp" />));
  expect(renderToStaticMarkup(<DocumentSheet />)).toContain(` id="${icon}"><path d="${path}"`);
});

test('structures stand on one page: each gradient has an id of its own, and each line finds its gradient', () => {
  const structures = drawings.filter(({ draw, markup }) => renderToStaticMarkup(draw(colours)) !== markup);
  const page = renderToString(structures.map(({ name, draw }) => <div key={name}>{draw(colours)}</div>));
  const ids = all(page, / id="([^"]*)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(all(page, /url\(#([^)]*)\)/g))]).toEqual(ids);
  expect(all(page, /data-accent="(\w+)"/g)).toEqual(ids.flatMap(() => colours));
});

test.each(names)('%s has a stage at least for each part of a page, and each adds something of its own', (name) => {
  const { stages } = structureOf[name];
  expect(stages.length).toBeGreaterThanOrEqual(4);
  expect(new Set(stages.map(({ adds }) => adds)).size).toBe(stages.length);
  expectNumbers(
    stages.flatMap(({ adds, fills, loads, aids }) => [adds, fills, loads, aids].filter((path) => path !== undefined)),
  );
});

test('what a structure carries is drawn from the part on in which it is built', () => {
  for (const { stages } of names.map((name) => structureOf[name]))
    for (const part of stages.keys()) {
      const markup = renderToStaticMarkup(<StageDrawing stages={stages} part={part} parts={stages.length} />);
      expect(stages.map(({ loads }) => loads && markup.includes(` d="${loads}"`))).toEqual(
        stages.map(({ loads }, index) => loads && index <= part),
      );
    }
});

test.each(names)('where %s is finished, what it carries alone has the accent', (name) => {
  const { stages } = structureOf[name];
  const markup = renderToStaticMarkup(<StageDrawing stages={stages} part={4} parts={4} />);
  const loads = stages.flatMap((stage) => stage.loads ?? []);
  expect(loads.length).toBeGreaterThan(0);
  expect(all(markup, /<path d="([^"]*)" class="[^"]*stroke-accent/g)).toEqual(loads);
  expect(all(markup, /(stroke-accent)/g)).toHaveLength(loads.length);
});

test('each structure has a miniature', () => {
  const paths = pathsIn(renderToStaticMarkup(<Miniatures of={names} />));
  expect(new Set(paths).size).toBe(names.length);
  expectNumbers(paths);
});
