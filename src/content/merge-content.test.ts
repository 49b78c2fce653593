import { describe, expect, it } from 'vitest';
import { compareContent, getField, mergeDraftsIntoContent, setField } from './merge-content.ts';

type Values = [base: unknown, ours: unknown, theirs: unknown];
const file = 'a.yaml';
const merged = (...[base, ours, theirs]: Values) => {
  const { files, conflicts } = mergeDraftsIntoContent({ [file]: theirs }, [{ file, base, value: ours }]);
  return [files[file], conflicts.map(({ path }) => path.join('.'))];
};
const entry = (title: string, text = title) => ({ title, text });
const list = (...texts: string[]) => texts.map((text) => entry(text));
/** Two entries, of which the first has another text. */
const changed = [entry('A', 'x'), entry('B')];

describe('changes of two people', () => {
  it.each<[what: string, values: Values, result: unknown]>([
    [
      'of different fields',
      [
        { a: 1, b: { c: 1 } },
        { a: 2, b: { c: 1 } },
        { a: 1, b: { c: 2 } },
      ],
      { a: 2, b: { c: 2 } },
    ],
    ['with a field that went', [{ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1 }], { a: 2 }],
    [
      'of different entries',
      [list('A', 'B'), changed, [entry('A'), entry('B', 'y')]],
      [entry('A', 'x'), entry('B', 'y')],
    ],
    [
      'of texts in a list',
      [
        ['A', 'B'],
        ['A', 'X'],
        ['Y', 'B'],
      ],
      ['Y', 'X'],
    ],
  ])('hold both: %s', (_what, values, result) => expect(merged(...values)).toEqual([result, []]));

  it.each<[what: string, values: Values, paths: string[]]>([
    ['one field', [{ a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } }], ['a.b']],
    ['a field that one has taken away', [{ a: 1 }, {}, { a: 2 }], ['a']],
    ['a field that both have added', [{}, { a: 1 }, { a: 2 }], ['a']],
    ['an entry that one has taken out', [{ a: list('A', 'B') }, { a: list('B') }, { a: changed }], ['a']],
    ['a list to which each adds', [{ a: list('A') }, { a: list('A', 'B') }, { a: list('A', 'C') }], ['a']],
    [
      'a list in another order, and a text of it',
      [{ a: list('A', 'B') }, { a: list('B', 'A') }, { a: changed }],
      ['a'],
    ],
    ['a whole file', [{ a: 1 }, undefined, { a: 2 }], ['']],
  ])('clash in %s: ours stays, and it is told', (_what, values, paths) =>
    expect(merged(...values)).toEqual([values[1], paths]),
  );
});

it('a merge keeps the order of the other’s fields, so that files are written alike', () => {
  const [value] = merged({ a: 1, b: 1 }, { b: 2, a: 1 }, { a: 2, b: 1, c: 1 });
  expect(JSON.stringify(value)).toBe('{"a":2,"b":2,"c":1}');
});

it.each<[what: string, before: unknown, after: unknown, changes: object[]]>([
  ['nothing where fields stand in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  [
    'each field',
    { a: 1, b: { c: 1 }, d: 1 },
    { a: 2, b: { c: 2 } },
    [
      { path: ['a'], before: 1, after: 2 },
      { path: ['b', 'c'], before: 1, after: 2 },
      { path: ['d'], before: 1 },
    ],
  ],
  [
    'an entry that came, and one that went',
    list('A', 'B', 'C'),
    list('A', 'C', 'D', 'E'),
    [
      { path: [1], before: entry('B') },
      { path: [2], after: entry('D') },
      { path: [3], after: entry('E') },
    ],
  ],
  ['a field of an entry', list('A', 'B'), changed, [{ path: [0, 'text'], before: 'A', after: 'x' }]],
  ['the list where entries have moved', ['A', 'B'], ['B', 'A'], [{ path: [], before: ['A', 'B'], after: ['B', 'A'] }]],
  ['a file that came', undefined, { a: 1 }, [{ path: [], after: { a: 1 } }]],
])('what differs is %s', (_what, before, after, changes) => {
  const files = (value: unknown) => (value === undefined ? {} : { [file]: value });
  expect(compareContent(files(before), files(after))).toEqual(changes.map((change) => ({ file, ...change })));
});

it('one field gets another value, goes or comes, and nothing else changes', () => {
  const files = { [file]: { a: list('A', 'B'), c: 1 } };
  const at = { file, path: ['a', 1, 'text'] };
  const edited = setField(files, at, 'x');
  expect([getField(edited, at), getField(files, at)]).toEqual(['x', 'B']);
  expect(setField(edited, { file, path: ['a', 0] }, undefined)).toEqual({ [file]: { a: [entry('B', 'x')], c: 1 } });
  expect(setField(files, { file, path: [] }, undefined)).toEqual({});
  expect(getField(files, { file, path: ['constructor', 'name'] })).toBeUndefined();
});

it('redirects that two people have added are all kept, and one that was removed is gone', () => {
  const file = 'redirects.yaml';
  const redirects = (...names: string[]) => ({ items: names.map((name) => ({ from: `/${name}`, to: '/about' })) });
  const merge = (ours: object, theirs: object) =>
    mergeDraftsIntoContent({ [file]: theirs }, [{ file, base: redirects('a', 'b'), value: ours }]);
  const result = { conflicts: [], files: { [file]: redirects('b', 'theirs', 'ours') } };
  expect(merge(redirects('a', 'b', 'ours'), redirects('b', 'theirs'))).toEqual(result);
  expect(merge(redirects('b', 'ours'), redirects('a', 'b', 'theirs'))).toEqual(result);
});
