import { drawBothSides, drawEach, type Point, polygon, polyline, range, vertical } from '../geometry.ts';
import { drawHills, horizonY, drawPolygon, type Poster, drawRectangle, drawWater } from './poster.ts';

// A bridge that grows from its pier in both directions at once, segment against segment.
const [middle, road, arm] = [724, 330, 222];
/** The lower edge of an arm, joint by joint from the pier. */
const soffit = (side: number) =>
  range(9).map((index): Point => [middle + (side * arm * index) / 8, road + 24 + 74 * (1 - index / 8) ** 2]);
const girder = drawBothSides((side) => polygon([middle, road], ...soffit(side), [middle + side * arm, road]));
const joints = drawBothSides((side) => drawEach(soffit(side), ([x, y]) => vertical(x, road, y)));
const weights = drawBothSides((side) => {
  const at = (x: number, y: number): Point => [middle + side * x, road - y];
  return polygon(at(144, 6), at(154, 60), at(202, 60), at(212, 6));
});
const stays = drawBothSides((side) =>
  polyline([middle + side * 60, road - 6], [middle + side * 178, road - 110], [middle + side * (arm + 20), road - 6]),
);
const rain = drawEach(range(26), (index) => `${polyline([490 + ((index * 137) % 490), (index * 191) % 420])}l-12 40`);

/** Terms: two parties, a weight on either arm, hold each other in balance on one pier. */
export const balancedArms: Poster = {
  hour: 'rain',
  background: [
    drawHills('far', [-1600, 420], [-900, 446], [-200, 410], [300, 446], [620, 420], [1000, 446]),
    ...drawWater(horizonY, 724),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'side', d: drawPolygon('698 426, 750 426, 758 620, 690 620') + girder },
        { ink: 'stone', d: drawPolygon('732 426, 750 426, 758 620, 734 620') },
        { ink: 'under', d: joints, width: 1.5 },
        { ink: 'stone', d: drawRectangle(middle - arm - 6, road - 6, 2 * arm + 12, 9) },
        { ink: 'accent', d: weights },
        { ink: 'hanger', d: stays, width: 4 },
      ],
    },
  ],
  foreground: [
    { ink: 'hanger', d: rain, width: 1 },
    drawHills('bank', [-1600, 560], [-800, 590], [-100, 566], [400, 596], [1000, 612]),
  ],
};
