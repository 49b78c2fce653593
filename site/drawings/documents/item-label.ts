import { barWidths } from '../barcode-span.tsx';
import { each } from '../geometry.ts';
import { box, type DocumentLines, line, paper, roundBox, words } from './paper.ts';

const strip = { left: 40, width: 240, length: paper.height - 2 };
const label = { left: 48, top: 16, width: 224, height: 190 };
/** Where what is printed begins. */
const margin = 70;
/** The width of one module of the code, and its height. */
const unit = 2;
const height = 54;

/** BarTender Connector: a label on its strip, as the printer lets it down: item, batch, expiry date, and the bar code. */
export const itemLabel: DocumentLines = {
  surface: box([strip.left, 0], strip.width, strip.length),
  frame:
    line([strip.left, 0], 0, strip.length) +
    line([strip.left + strip.width, 0], 0, strip.length) +
    line([strip.left, strip.length], strip.width) +
    roundBox([label.left, label.top], label.width, label.height, 8) +
    words([margin, 36], 62, 30),
  rules: line([label.left, 52], label.width) + line([strip.left, 8], strip.width),
  words:
    words([margin, 68], 34, 50, 26) +
    words([margin, 80], 52, 32) +
    box([margin, 92], 84, 28) +
    box([margin + 96, 92], 84, 28) +
    words([margin + 10, 106], 24, 34) +
    words([margin + 106, 106], 16, 14, 16) +
    words([margin + 38, 196], 20, 34, 36),
  solid: bars(),
};

function bars(): string {
  let x = margin;
  return each(barWidths, (bar, index) => {
    const start = x;
    x += bar * unit;
    return index % 2 ? '' : box([start, 132], bar * unit, height);
  });
}
