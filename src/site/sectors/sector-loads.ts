import type { SectorLoad } from '../../content/schema/fields.ts';
import { type DeckLoad, spanMetres } from './loaded-cable.ts';

/** A visible load: its length in metres, its height in units of the stage. */
export interface VisibleLoad extends DeckLoad {
  length: number;
  height: number;
}

/** Returns equal loads at equal distances. */
const repeatLoad = (count: number, first: number, apart: number, each: Omit<VisibleLoad, 'position'>): VisibleLoad[] =>
  Array.from({ length: count }, (_, index) => ({ position: first + index * apart, ...each }));
const post = { weight: 0, length: 1.5 };

/** Loads on the bridge for the worst day of each sector: a queue at a gate, all at once, a recall, and so on. */
export const sectorLoads: Readonly<Record<SectorLoad, readonly VisibleLoad[]>> = {
  waiting: [...repeatLoad(9, 12, 9, { weight: 0.05, length: 6, height: 20 }), { position: 97, ...post, height: 52 }],
  spread: repeatLoad(20, spanMetres / 40, spanMetres / 20, { weight: 0.05, length: 8, height: 24 }),
  recalled: [{ position: 138, weight: 0.3, length: 24, height: 36 }, ...repeatLoad(4, 34, 20, { ...post, height: 22 })],
  checked: [0, 1].flatMap((at) =>
    repeatLoad(
      5,
      spanMetres / 6,
      spanMetres / 6,
      at ? { ...post, height: 44 } : { weight: 0.08, length: 14, height: 20 },
    ),
  ),
  due: [
    { position: 62, weight: 0.3, length: 24, height: 36 },
    { position: 170, ...post, height: 60 },
    { position: 177, weight: 0, length: 14, height: 60 },
  ],
  peak: [0.5, 0.6, 0.5, 0.7, 0.6, 0.8, 5, 0.7, 0.5].map((size, day) => ({
    position: 28 + day * 20,
    weight: size * 0.07,
    length: 9,
    height: size * 20,
  })),
};

/** Returns the loads of a name; none for an unknown name. */
export function getSectorLoads(name = ''): readonly VisibleLoad[] {
  return sectorLoads[name as SectorLoad] ?? [];
}
