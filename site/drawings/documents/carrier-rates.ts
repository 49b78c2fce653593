import { circle, onCircle } from '../arcs.ts';
import { divide, each, type Point, polygon, polyline, range } from '../geometry.ts';
import { box, type DocumentLines, line, rows, wholePaper, words } from './paper.ts';

/** Of each carrier: its name, its price, and the day of its arrival, from 0. */
const carriers = [
  { name: [34], price: 62, day: 1 },
  { name: [22, 12], price: 48, day: 4 },
  { name: [28], price: 38, day: 2 },
  { name: [18, 18], price: 56, day: 3 },
] as const;
const chosen = 2;
const days = 5;
const parcel: Point = [54, 128];
const half = 28;
const names = 116;
const rowAt = (index: number) => 76 + index * 36;

/** ShipGuru: a parcel, what each carrier asks for it and the day it would arrive; stays lead to them all, and one is taken. */
export const carrierRates: DocumentLines = {
  isScreen: true,
  frame: wholePaper + words([24, 42], 46, 34) + cube(),
  rules: line([8, 58], 304),
  ...rows(carriers, chosen, carrier),
};

function carrier({ name, price, day }: (typeof carriers)[number], index: number): string {
  const y = rowAt(index);
  const stay = polyline(corner(30), [names - 6, y]);
  const week = divide([248, y], [292, y], days - 1);
  const calendar = each(week, ([x], at) => (at === day ? circle([x, y], 5) : line([x, y - 3], 0, 6)));
  return stay + words([names, y], ...name) + box([168, y - 6], price, 12) + calendar;
}

/** A box seen from above its corner. */
function cube(): string {
  return (
    polygon(...range(6).map((index) => corner(30 + index * 60))) +
    each([30, 150, 270], (angle) => polyline(parcel, corner(angle)))
  );
}

function corner(angle: number): Point {
  return onCircle(parcel, half, angle);
}
