import { circles } from './arcs.ts';
import { catenary, each, place, polyline, range } from './geometry.ts';
import { type InColours, MainLine, OpenSheet, StructureLine } from './sheet.tsx';

// Sheet units: flat bars with an eye at both ends, 88 from pin to pin, as the bridge over the gorge hangs on. Single
// bars alternate with pairs, one on each side of them.
const sheet = { width: 1600, height: 132 };
const links = 20;
const halfSpan = 880;
const sag = 140;
const pins = catenary(halfSpan, sag, links).map(place([sheet.width / 2, -24]));
const eye = 9;

/** A chain of links across the page, hung from what stands above it. */
export function ChainLinks({ gradient }: InColours) {
  return (
    <OpenSheet {...sheet} fit="xMidYMax slice">
      <StructureLine d={singles} />
      <MainLine d={pairs} gradient={gradient} x={[300, 1300]} />
    </OpenSheet>
  );
}

/** The edges of every second bar, beside the line from pin to pin. */
function bars(first: number, edges: readonly number[]): string {
  return each(range(links), (index) => {
    if (index % 2 !== first) return '';
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [pins[index], pins[index + 1]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [alongX, alongY] = [(x2 - x1) / length, (y2 - y1) / length];
    return each(edges, (edge) =>
      polyline(
        [x1 + alongX * eye - alongY * edge, y1 + alongY * eye + alongX * edge],
        [x2 - alongX * eye - alongY * edge, y2 - alongY * eye + alongX * edge],
      ),
    );
  });
}

const singles = bars(0, [-4, 4]) + circles(3, pins);
const pairs = bars(1, [-7, 7]) + circles(eye, pins);
