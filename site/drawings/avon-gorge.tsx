import { arc } from './arcs.ts';
import { bothSides, catenary, divide, each, linesOf, place, type Point, range } from './geometry.ts';
import { FineLine, type InColours, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';
import { balloon } from './balloon.ts';
import { ground, heightAt, rock, type Stroke, water } from './gorge-land.ts';

// Metres above the water at high tide and from the middle of the span, looking up the river: 214 m between the towers,
// the road 75 m up, towers 26 m high, chains that hang 21 m below their tops. Heights are drawn 1.25 times.
const sheet = { width: 1600, height: 448 };
const scale = 2.3;
const at = place([800, 412], scale, 1.25);
const halfSpan = 107;
const road = 75;
const top = road + 26;
const sag = 21;
const anchorage = 158;

/** About the company: the gorge of the Avon in section, and the bridge high across it. Fills a place of any width. */
export function AvonGorge({ gradient }: InColours) {
  return (
    <OpenSheet {...sheet} fit="xMidYMax slice">
      <FineLine d={strokes(rock.inside)} />
      <WebLine d={strokes(rock.face) + strokes(water) + hangers + woods + terrace} />
      <StructureLine d={line(...ground) + deck + towers} />
      <MainLine d={line(...chain) + backstays} gradient={gradient} x={[540, 1060]} />
      <path
        d={balloon([1126, 66], 32) + balloon([978, 70], 16)}
        className="stroke-balloon"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </OpenSheet>
  );
}

const line = linesOf(at);
const strokes = (all: readonly Stroke[]) => each(all, (stroke) => line(...stroke));

const chain = catenary(halfSpan, sag, 40).map(([x, y]): Point => [x, top + y]);
const backstays = bothSides((side) => line([side * halfSpan, top], [side * anchorage, heightAt(side * anchorage)]));
// The outermost would stand in the towers.
const hangers = each(chain.slice(2, -2), ([x, height]) => line([x, height], [x, road]));
// From rock to rock, whose faces lean.
const deck = line([-99, road], [96, road]) + line([-98.8, road - 2.6], [95.1, road - 2.6]);

const towers = bothSides((side) => {
  const stone = linesOf(([x, height]: Point) => at([side * halfSpan + x, height]));
  return (
    stone([-6, road], [-4, top - 2], [4, top - 2], [6, road]) +
    `${stone([-5.2, top - 2], [-5.2, top + 2], [5.2, top + 2], [5.2, top - 2])}Z` +
    stone([-5.1, road + 10], [5.1, road + 10])
  );
});

// Leigh Woods in the west, and a terrace of Clifton in the east.
const woods = each(range(20), (index) => {
  const x = -350 + index * 9.4;
  return arc(at([x, heightAt(x) + 2]), 11 + 4 * (index % 3), 12, 168);
});
const terrace = each(range(9), (index) => {
  const x = 174 + index * 10.4;
  const end = x + 10.4;
  const eaves = heightAt(end) + 15;
  const windows = each([4, 7.5, 11], (down) =>
    each(divide([x + 2.4, eaves - down], [x + 8, eaves - down], 2), ([across, y]) =>
      line([across, y], [across, y + 1.6]),
    ),
  );
  const front = line([x, heightAt(x)], [x, eaves], [x + 5.2, eaves + 3.6], [end, eaves], [end, heightAt(end)]);
  return front + line([x, eaves], [end, eaves]) + windows;
});
