import type { SectorLoad } from '../../content/schema/fields.ts';
import { type DeckLoad, spanMetres } from './loaded-cable.ts';

/** A visible load: its outline, its length in metres, its height in units of the stage. */
export interface VisibleLoad extends DeckLoad {
  outline: Outline;
  length: number;
  height: number;
}

type Outline = keyof typeof outlines;

/** What is loaded, in a box of 100 by 100 from its lower left corner: its outline, and windows through which one sees. */
export const outlines = {
  van: [
    '3 14, 3 100, 66 100, 80 62, 98 52, 98 14, 90 14, 86 0, 78 0, 74 14, 26 14, 22 0, 14 0, 10 14',
    '62 88, 72 62, 56 62, 56 88',
    '20 58, 20 70, 26 70, 26 84, 34 84, 34 70, 40 70, 40 58, 34 58, 34 44, 26 44, 26 58',
  ],
  student: ['14 0, 14 50, 40 64, 24 74, 0 86, 50 100, 100 86, 76 74, 60 64, 86 50, 86 0, 56 0, 50 34, 44 0'],
  lorry: [
    '97 14, 97 100, 32 100, 32 80, 17 80, 3 48, 3 14, 9 14, 12 0, 20 0, 23 14, 68 14, 71 0, 79 0, 82 14',
    '17 70, 10 50, 26 50, 26 70',
    '50 32, 38 56, 50 80, 50 64, 88 64, 88 48, 50 48',
  ],
  safe: [
    '4 10, 4 100, 96 100, 96 10, 86 10, 86 0, 70 0, 70 10, 30 10, 30 0, 14 0, 14 10',
    '46 84, 66 56, 46 28, 26 56',
    '78 66, 84 66, 84 46, 78 46',
  ],
  factory: [
    '2 0, 2 100, 14 100, 16 44, 40 74, 40 44, 64 74, 64 44, 88 74, 98 44, 98 0',
    '24 14, 24 30, 46 30, 46 14',
    '58 14, 58 30, 80 30, 80 14',
  ],
  parcel: ['4 0, 4 86, 30 88, 22 100, 44 100, 50 90, 56 100, 78 100, 70 88, 96 86, 96 0', '45 0, 45 78, 55 78, 55 0'],
  sign: ['42 0, 42 56, 0 56, 0 100, 100 100, 100 56, 58 56, 58 0'],
} as const;

/** Returns equal loads at equal distances. */
const repeatLoad = (count: number, first: number, apart: number, each: Omit<VisibleLoad, 'position'>): VisibleLoad[] =>
  Array.from({ length: count }, (_, index) => ({ position: first + index * apart, ...each }));
const sign = { outline: 'sign', weight: 0, length: 6, height: 50 } as const;

/** Loads on the bridge for the worst day of each sector: a queue at a gate, all at once, a recall, and so on. */
export const sectorLoads: Readonly<Record<SectorLoad, readonly VisibleLoad[]>> = {
  waiting: [
    ...repeatLoad(9, 12, 9, { outline: 'van', weight: 0.05, length: 8, height: 32 }),
    { position: 97, ...sign, height: 40 },
  ],
  spread: repeatLoad(20, spanMetres / 40, spanMetres / 20, { outline: 'student', weight: 0.05, length: 6, height: 38 }),
  recalled: [
    { outline: 'lorry', position: 138, weight: 0.3, length: 26, height: 62 },
    ...repeatLoad(4, 34, 20, { ...sign, height: 34 }),
  ],
  checked: repeatLoad(5, spanMetres / 6, spanMetres / 6, { outline: 'safe', weight: 0.08, length: 12, height: 48 }),
  due: [
    { outline: 'factory', position: 62, weight: 0.3, length: 32, height: 62 },
    { position: 174, ...sign, length: 14, height: 70 },
  ],
  peak: [0.5, 0.6, 0.5, 0.7, 0.6, 0.8, 5, 0.7, 0.5].map((size, day) => ({
    outline: 'parcel',
    position: 28 + day * 20,
    weight: size * 0.07,
    length: 10,
    height: 20 + size * 16,
  })),
};

/** Returns the loads of a name; none for an unknown name. */
export function getSectorLoads(name = ''): readonly VisibleLoad[] {
  return sectorLoads[name as SectorLoad] ?? [];
}
