import type { SectorLoad } from '../../content/schema/fields.ts';
import { circle } from '../drawings/arcs.ts';
import { box } from '../drawings/documents/paper.ts';
import { each, heightOf, level, type Point, polygon, polyline, range, upright } from '../drawings/geometry.ts';
import { depthsUnder, type Load, spanLength } from './loaded-cable.ts';

/** Where `SectorLoads` is served. */
export const sectorLoadsPath = '/sector-loads.svg';

// Units of a sheet that is shown at about its own size. Heights are to the scale of lengths; what a load moves is drawn at twice it.
const sheet = { width: 268, height: 72, towers: [22, 246], top: 4, deck: 46 } as const;
const [left, right] = sheet.towers;
const unitsPerMetre = (right - left) / spanLength;
const exaggeration = 2;

/** What stands on the bridge, and what is drawn of it: its surfaces and its dashed way, on a deck as high as `deckAt` says. */
interface Laden {
  loads: readonly Load[];
  stands: (deckAt: (x: number) => number) => string;
  way?: string;
}

const across = (metres: number) => left + metres * unitsPerMetre;
const equal = (places: readonly number[], weight: number): Load[] => places.map((at) => ({ at, weight }));

const waiting = range(9).map((index) => 10 + index * 9);
const spread = range(20).map((index) => (index + 0.5) * (spanLength / 20));
const audited = range(5).map((index) => ((index + 1) * spanLength) / 6);
const days = [0.5, 0.6, 0.5, 0.7, 0.6, 0.8, 5, 0.7, 0.5].map((height, index) => ({ at: 28 + index * 20, height }));
const recalled = 138;
const [due, station] = [62, 170];

const laden: Readonly<Record<SectorLoad, Laden>> = {
  waiting: {
    loads: equal(waiting, 0.05),
    stands: (deckAt) => each(waiting, (at) => block(deckAt, at, 6, 7)) + block(deckAt, 97, 1.5, 16),
  },
  spread: { loads: equal(spread, 0.05), stands: (deckAt) => each(spread, (at) => block(deckAt, at, 8, 8)) },
  recalled: {
    loads: equal([recalled], 0.3),
    stands: (deckAt) => block(deckAt, recalled, 20, 13) + arrow([left + 6, 67], -1),
    way: polyline([across(recalled), 55], [across(recalled), 67], [left + 12, 67]),
  },
  checked: {
    loads: equal(audited, 0.08),
    stands: (deckAt) =>
      each(audited, (at) => {
        const x = across(at);
        return block(deckAt, at, 12, 7) + block(deckAt, at, 1.5, 11) + circle([x, deckAt(x) - 13.5], 2.6);
      }),
  },
  due: {
    loads: equal([due], 0.3),
    stands: (deckAt) => {
      const [x, top] = [across(station), deckAt(across(station)) - 20];
      return (
        block(deckAt, due, 20, 13) +
        block(deckAt, station, 1.5, 20) +
        polygon([x, top], [x + 13, top + 4], [x, top + 8]) +
        arrow([x - 4, sheet.deck - 6], 1)
      );
    },
    way: level(sheet.deck - 6, across(due) + 14, across(station) - 10),
  },
  peak: {
    loads: days.map(({ at, height }) => ({ at, weight: height * 0.07 })),
    stands: (deckAt) => each(days, ({ at, height }) => block(deckAt, at, 9, height * 7)),
  },
};

/** The file with all diagrams: the bridge, and how each sector's worst day loads and bends it. */
export function SectorLoads() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg">
      {(Object.keys(laden) as SectorLoad[]).map((load) => (
        <Diagram key={load} load={load} />
      ))}
    </svg>
  );
}

/** As of documents, colours come from the page: the cable has its stroke, the load its fill, the rest the colour of its text. */
function Diagram({ load }: { load: SectorLoad }) {
  const { loads, stands, way } = laden[load];
  const { cable, deck } = bentUnder(loads);
  const web = cable.filter((_, node) => node % 3 === 0).slice(1, -1);
  const deckAt = (x: number) => heightOf(deck, x) ?? sheet.deck;
  return (
    <g id={load}>
      <g fill="none" stroke="currentColor">
        <path d={each(web, ([x, y]) => upright(x, y, deckAt(x)))} strokeOpacity=".5" />
        <path d={polyline(...bentUnder([]).cable) + (way ?? '')} strokeDasharray="2 3" />
        <path d={towers + polyline([0, sheet.deck], ...deck, [sheet.width, sheet.deck])} strokeWidth="1.5" />
      </g>
      <path d={polyline([0, 26], ...cable, [sheet.width, 26])} fill="none" strokeWidth="2" />
      <path d={stands(deckAt)} stroke="none" />
    </g>
  );
}

const rest = depthsUnder([]);
const towers = each(sheet.towers, (x) =>
  polyline([x - 3.5, sheet.height], [x - 2, sheet.top - 2], [x + 2, sheet.top - 2], [x + 3.5, sheet.height]),
);

function bentUnder(loads: readonly Load[]): Record<'cable' | 'deck', Point[]> {
  const sunk = depthsUnder(loads).map((depth, node) => (depth - (rest[node] ?? 0)) * unitsPerMetre * exaggeration);
  const places = rest.map((depth, node) => ({ x: across((node * spanLength) / (rest.length - 1)), depth }));
  return {
    cable: places.map(({ x, depth }, node) => [x, sheet.top + depth * unitsPerMetre + (sunk[node] ?? 0)]),
    deck: places.map(({ x }, node) => [x, sheet.deck + (sunk[node] ?? 0)]),
  };
}

/** What stands with its foot on the deck, by its middle. */
function block(deckAt: Parameters<Laden['stands']>[0], at: number, width: number, height: number): string {
  const x = across(at);
  return box([x - width / 2, deckAt(x) - height], width, height);
}

function arrow([x, y]: Point, towards: 1 | -1): string {
  return polygon([x, y], [x - towards * 7, y - 3.5], [x - towards * 7, y + 3.5]);
}
