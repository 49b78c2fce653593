import { camera, type Point3 } from './camera.ts';
import { bothSides, each, linesOf, range } from './geometry.ts';
import { Body, Line, Panorama } from './sheet.tsx';

// Metres: two decks, 9 m wide, that meet over a pier. The eye stands high on the left of the joint.
const project = camera({ eye: [-6, 19, -30], yaw: 0.17, pitch: -0.49, focal: 1520, centre: [800, 126] });
const width = 9;
const depth = 2.6;
/** Past the edge of the widest screen. */
const far = 70;
const fingers = 7;
const reach = 1.3;

/** ADP connector: a plate girder and a truss, one road. The fingers of their joint let both move and leave no gap. */
export function JoinedDecks() {
  return (
    <Panorama>
      <Body d={pier} />
      <Body d={faces} />
      <Line.Web d={stiffeners + truss} />
      <path d={deck(-1)} className="fill-raised" />
      <path d={deck(1)} className="fill-hairline" />
      <Line.Structure d={edges} />
      <Line.Structure d={lanes} />
      <Line.Accent d={joint} />
    </Panorama>
  );
}

const line = linesOf(project);
const outline = (...points: Point3[]) => `${line(...points)}Z`;
const fingertips = range(fingers).flatMap((finger): Point3[] =>
  [finger, finger + 1].map((edge) => [finger % 2 ? reach : -reach, 0, (edge * width) / fingers]),
);

function deck(side: number): string {
  return outline(...fingertips, [side * far, 0, width], [side * far, 0, 0]);
}

const joint = line([-reach, -depth, 0], ...fingertips);
const edges = each([0, width], (along) => line([-far, 0, along], [far, 0, along]));
const faces = bothSides((side) =>
  outline([-reach, 0, 0], [side * far, 0, 0], [side * far, -depth, 0], [-reach, -depth, 0]),
);
const stiffeners = each(range(26), (index) => {
  const across = -reach - 1.2 - index * 1.2;
  return line([across, 0, 0], [across, -depth, 0]);
});
const truss = line(...range(26).map((index): Point3 => [index * 1.4 - reach, index % 2 ? 0 : -depth, 0]));
const lanes = bothSides((side) =>
  each(range(10), (index) => line([side * (2.5 + index * 4), 0, width / 2], [side * (4.5 + index * 4), 0, width / 2])),
);
const pier = outline([-4, -depth, 1], [5, -depth, 1], [3, -4.6, 1], [3, -12, 1], [-2.6, -12, 1], [-2.6, -4.6, 1]);
