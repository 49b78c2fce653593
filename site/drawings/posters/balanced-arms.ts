import { bothSides, each, type Point, polygon, polyline, range } from '../geometry.ts';
import { hills, horizon, type Poster, rectangle, water } from './poster.ts';

// A bridge that grows from its pier in both directions at once, segment against segment.
const [middle, road, arm] = [724, 330, 222];
const segments = 8;
const depthAt = (part: number) => 24 + 74 * (1 - part) ** 2;
const joint = (index: number, side: number): Point => [middle + (side * arm * index) / segments, road];
const girder = bothSides((side) =>
  polygon(
    [middle, road],
    joint(segments, side),
    ...range(segments + 1).map((index): Point => [
      joint(segments - index, side)[0],
      road + depthAt(1 - index / segments),
    ]),
  ),
);
const joints = bothSides((side) =>
  each(range(segments), (index) =>
    polyline(joint(index, side), [joint(index, side)[0], road + depthAt(index / segments)]),
  ),
);
const rain = each(range(26), (index) => `${polyline([490 + ((index * 137) % 490), (index * 191) % 420])}l-12 40`);

/** Terms: two parties, a weight on either arm, hold each other in balance on one pier. */
export const balancedArms: Poster = {
  hour: 'rain',
  behind: [
    hills('far', [-1600, 420], [-900, 446], [-200, 410], [300, 446], [620, 420], [1000, 446]),
    ...water(horizon, 724),
  ],
  layers: [
    {
      at: 1,
      shapes: [
        {
          ink: 'side',
          d: polygon([middle - 26, road + 96], [middle + 26, road + 96], [middle + 34, 620], [middle - 34, 620]),
        },
        {
          ink: 'stone',
          d: polygon([middle + 8, road + 96], [middle + 26, road + 96], [middle + 34, 620], [middle + 10, 620]),
        },
      ],
    },
    { at: 2, shapes: [{ ink: 'side', d: girder }] },
    {
      at: 3,
      shapes: [
        { ink: 'under', d: joints, width: 1.5 },
        { ink: 'stone', d: rectangle(middle - arm - 6, road - 6, 2 * arm + 12, 9) },
      ],
    },
    {
      at: 4,
      shapes: [
        {
          ink: 'accent',
          d: bothSides((side) => {
            const x = middle + side * (arm - 44);
            return polygon([x - 34, road - 6], [x - 24, road - 60], [x + 24, road - 60], [x + 34, road - 6]);
          }),
        },
        {
          ink: 'hanger',
          d: bothSides((side) =>
            polyline(
              [middle + side * 60, road - 6],
              [middle + side * (arm - 44), road - 110],
              [middle + side * (arm + 20), road - 6],
            ),
          ),
          width: 4,
        },
      ],
    },
  ],
  front: [
    { ink: 'hanger', d: rain, width: 1 },
    hills('bank', [-1600, 560], [-800, 590], [-100, 566], [400, 596], [1000, 612]),
  ],
};
