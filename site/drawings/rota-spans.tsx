import { catenary, each, level, place, polyline, range, upright, uprights } from './geometry.ts';
import { type InColours, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units, stretched to the place: a hanger an hour, a tower every eight hours.
const sheet = { width: 1200, height: 120 };
const shifts = 3;
const halfSpan = sheet.width / shifts / 2;
const deck = 104;
const tops = 12;
const cables = range(shifts).map((index) => catenary(halfSpan, 80, 32).map(place([(2 * index + 1) * halfSpan, tops])));

/** Cover round the clock: three spans that carry one day between them. */
export function RotaSpans({ gradient }: InColours) {
  return (
    <OpenSheet {...sheet} fit="none">
      <WebLine d={hangers} />
      <StructureLine d={level(deck, 0, sheet.width) + towers} />
      <MainLine d={each(cables, (cable) => polyline(...cable))} gradient={gradient} x={[0, 1200]} />
    </OpenSheet>
  );
}

const hangers = each(cables, (cable) => uprights(cable.filter((_, index) => index % 4 === 0).slice(1, -1), deck));
const towers = each(range(shifts + 1), (index) => upright(index * 2 * halfSpan, tops - 8, deck + 16));
