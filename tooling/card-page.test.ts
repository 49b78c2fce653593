import { describe, expect, it } from 'vitest';
import { readCardPage } from './card-page.ts';

const drawing = '<svg viewBox="0 0 640 400"><path d="M0 0"></path></svg>';
const icon = '<svg width="24" viewBox="0 0 24 24"><path d="M1 1"></path></svg>';

function read(main: string) {
  return readCardPage(`<header>${drawing}</header><main id="main">${main}</main><footer>${drawing}</footer>`);
}

describe('what a page gives to its card', () => {
  it.each([
    ['<h1 tabindex="-1">Contact us</h1>', 'Contact us'],
    ['<h1>DevOps &amp; <em>Cloud&#x27;s</em> &lt;&quot;x&quot;&gt;</h1>', 'DevOps & Cloud\'s <"x">'],
    ['<h1><span class="block">Innovate </span><span class="block">Elevate </span></h1>', 'Innovate\nElevate'],
    ['<h1>One<br/>two</h1><h1>three</h1>', 'One\ntwo'],
    ['<h1>Dynamics\u00a0365</h1>', 'Dynamics\u00a0365'],
  ])('is the text of its heading: %s', (main, title) => {
    expect(read(main).title).toBe(title);
  });

  it.each([
    ['its first drawing, not an icon', `<h1>A</h1>${icon}${drawing}<svg viewBox="0 0 900 9"></svg>`, drawing],
    [
      'with the drawings inside it',
      `<h1>A</h1><svg width="100%">${icon}${drawing}</svg>`,
      `<svg width="100%">${icon}${drawing}</svg>`,
    ],
    ['but none from outside main', `<h1>A</h1>${icon}`, undefined],
  ])('is %s', (_what, main, svg) => {
    expect(read(main).drawing?.svg).toBe(svg);
  });

  it.each([
    ['<div data-accent="woods"><br/><img src="x"><p data-accent="brick">x</p>', 'woods'],
    ['<div data-accent="woods"><div data-accent="brick">', 'brick'],
    ['<div data-accent="woods"></div><div>', 'lamp'],
  ])('is the accent of what the drawing stands in: %s', (around, accent) => {
    expect(read(`<h1>A</h1>${around}${drawing}`).drawing?.accent).toBe(accent);
  });

  it.each([
    ['<h2>A</h2>', 'the page has no h1 inside main'],
    ['<h1>A&nbsp;b</h1>', 'its heading has the unknown entity &nbsp;'],
  ])('cannot be read where it is not: %s', (main, message) => {
    expect(() => read(main)).toThrow(message);
  });
});
