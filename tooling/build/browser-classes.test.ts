import { expect, it } from 'vitest';
import { findClassesWithoutRules, listScriptClasses } from './browser-classes.ts';

it.each([
  ['jsx("p", { className: "mb-4 font-medium", children: "static" })', ['mb-4', 'font-medium']],
  ['jsx("p", { className: isOk ? "a" : "b" })', ['a', 'b']],
  ['jsx("p", { className: isOk && "a" })', ['a']],
  ['jsx("p", { className: kind === "c" ? "a" : other })', ['a']],
  ['jsx("p", { className: `a ${isOk ? "b" : "c"} size-${isOk ? "5" : "6"}` })', ['a', 'b', 'c']],
  ['toast("sent", { classNames: { title: "a b", description: "c" } })', ['a', 'b', 'c']],
  ['element.className = "a"', ['a']],
  ['element.classList.toggle("a", isOk)', ['a']],
  ['element.setAttribute("class", "a b")', ['a', 'b']],
  ['element.classList.contains("a")', []],
  ['document.querySelector(".a").hidden = state === "hidden"', []],
])('the classes that a script gives: %s', (code, classes) => expect(listScriptClasses('a.js', code)).toEqual(classes));

it('names the file and the class that no sheet has a rule for', () => {
  const sheets = ['.sm\\:w-1\\/2{width:50%}', '@media print{.a>.b{&:is(.c){color:red}}}/*.d{}*/'];
  const classes = { 'site/x.island.tsx': ['a', 'sm:w-1/2', 'c'], 'site/behaviours/y.ts': ['b', 'd'] };
  expect(findClassesWithoutRules(classes, sheets)).toEqual([
    'site/behaviours/y.ts: no style sheet that browsers get has .d',
  ]);
});
