import type { Gradient } from '../../content/schema/fields.ts';
import { arc, catenary, divide, place, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';
import { balloon } from './balloon.ts';
import { ground, heightAt, rock, water } from './gorge-land.ts';

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
const sides = [-1, 1] as const;

/** About the company: the gorge of the Avon in section, and the bridge high across it. Fills a place of any width. */
export function AvonGorge({ gradient }: { gradient: Gradient }) {
  return (
    <OpenSheet {...sheet} fit="xMidYMax slice">
      <FineLine d={lines(rock.inside)} />
      <WebLine d={lines([...rock.face, ...water, ...hangers]) + woods + terrace} />
      <StructureLine d={polyline(...ground.map(at)) + lines(deck) + towers} />
      <MainLine d={polyline(...chain.map(at)) + lines(backstays)} gradient={gradient} x={[540, 1060]} />
      <path
        d={balloon([1126, 66], 32) + balloon([978, 70], 16)}
        className="stroke-balloon"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </OpenSheet>
  );
}

type Line = readonly [Point, Point];

function lines(pairs: readonly Line[]): string {
  return segments(pairs.map(([from, to]) => [at(from), at(to)]));
}

function horizontal(from: number, to: number, height: number): Line {
  return [
    [from, height],
    [to, height],
  ];
}

function vertical(x: number, from: number, to: number): Line {
  return [
    [x, from],
    [x, to],
  ];
}

const chain = catenary(halfSpan, sag, 40).map(([x, y]): Point => [x, top + y]);
const backstays = sides.map((side): Line => [
  [side * halfSpan, top],
  [side * anchorage, heightAt(side * anchorage)],
]);
// The outermost would stand in the towers.
const hangers = chain.slice(2, -2).map(([x, height]) => vertical(x, height, road));
// From rock to rock, whose faces lean.
const deck = [horizontal(-99, 96, road), horizontal(-98.8, 95.1, road - 2.6)];

const towers = sides
  .map((side) => {
    const stone = (x: number, height: number) => at([side * halfSpan + x, height]);
    return (
      polyline(stone(-6, road), stone(-4, top - 2), stone(4, top - 2), stone(6, road)) +
      `${polyline(stone(-5.2, top - 2), stone(-5.2, top + 2), stone(5.2, top + 2), stone(5.2, top - 2))}Z` +
      polyline(stone(-5.1, road + 10), stone(5.1, road + 10))
    );
  })
  .join('');

// Leigh Woods in the west, and a terrace of Clifton in the east.
const woods = range(20)
  .map((index) => -350 + index * 9.4)
  .map((x, index) => arc(at([x, heightAt(x) + 2]), 11 + 4 * (index % 3), 12, 168))
  .join('');
const terrace = range(9)
  .map((index) => 174 + index * 10.4)
  .map((x) => {
    const [foot, eaves] = [heightAt(x), heightAt(x + 10.4) + 15];
    const windows = [4, 7.5, 11].flatMap((height) =>
      divide([x + 2.4, 0], [x + 8, 0], 2).map(([across]) => vertical(across, eaves - height, eaves - height + 1.6)),
    );
    const roof = [at([x, eaves]), at([x + 5.2, eaves + 3.6]), at([x + 10.4, eaves])];
    return (
      polyline(at([x, foot]), ...roof, at([x + 10.4, heightAt(x + 10.4)])) +
      lines([horizontal(x, x + 10.4, eaves), ...windows])
    );
  })
  .join('');
