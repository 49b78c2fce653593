import type { SectorLoad } from '../../content/schema/fields.ts';
import { type Load, spanLength } from './loaded-cable.ts';

/** A visible load: its length in metres, its height in units of the stage. */
export interface Cargo extends Load {
  length: number;
  height: number;
}

/** Returns equal loads at equal distances. */
const row = (count: number, first: number, apart: number, each: Omit<Cargo, 'at'>): Cargo[] =>
  Array.from({ length: count }, (_, index) => ({ at: first + index * apart, ...each }));
const post = { weight: 0, length: 1.5 };

/** Loads on the bridge for the worst day of each sector: a queue at a gate, all at once, a recall, and so on. */
export const sectorLoads: Readonly<Record<SectorLoad, readonly Cargo[]>> = {
  waiting: [...row(9, 12, 9, { weight: 0.05, length: 6, height: 20 }), { at: 97, ...post, height: 52 }],
  spread: row(20, spanLength / 40, spanLength / 20, { weight: 0.05, length: 8, height: 24 }),
  recalled: [{ at: 138, weight: 0.3, length: 24, height: 36 }, ...row(4, 34, 20, { ...post, height: 22 })],
  checked: [0, 1].flatMap((at) =>
    row(5, spanLength / 6, spanLength / 6, at ? { ...post, height: 44 } : { weight: 0.08, length: 14, height: 20 }),
  ),
  due: [
    { at: 62, weight: 0.3, length: 24, height: 36 },
    { at: 170, ...post, height: 60 },
    { at: 177, weight: 0, length: 14, height: 60 },
  ],
  peak: [0.5, 0.6, 0.5, 0.7, 0.6, 0.8, 5, 0.7, 0.5].map((size, day) => ({
    at: 28 + day * 20,
    weight: size * 0.07,
    length: 9,
    height: size * 20,
  })),
};

/** Returns the loads of a name; none for an unknown name. */
export function findCargo(name = ''): readonly Cargo[] {
  return sectorLoads[name as SectorLoad] ?? [];
}
