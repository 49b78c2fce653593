import { circle } from '../arcs.ts';
import {
  catenary,
  each,
  level,
  place,
  type Point,
  pointsOf,
  polygon,
  polyline,
  upright,
  uprights,
} from '../geometry.ts';
import { curve } from '../scene.ts';
import { hills, type Poster, rectangle, water } from './poster.ts';

// A valley between two plateaus, three ways over it, and on the near hill the instrument that measures them.
const road = 296;
const [left, right] = [650, 912];
const cable = catenary((right - left) / 2 - 22, 58, 8).map(place([(left + right) / 2, road - 74]));
const [from, to] = [672, 888];
const [low, spring] = [424, 500];
const radius = 132;
const arch =
  `${polyline([from, spring])}A${radius} ${radius} 0 0 1 ${to} ${spring}h12` +
  `A${radius + 12} ${radius + 12} 0 0 0 ${from - 12} ${spring}Z`;
const spandrels = each([700, 726, 834, 860], (x) => upright(x, low, 470 - Math.abs(Math.abs(x - 780) - 80) / 2));
const slope = pointsOf('-1600 480, -300 450, 420 480, 566 296');
const cliff = pointsOf('650 296, 658 350, 644 392, 676 440, 666 520, 690 620, -1600 620');
const facing = pointsOf('1000 296, 912 296, 898 352, 916 392, 882 440, 894 520, 866 620, 1000 620');
const eye: Point = [552, 226];
const leg = (foot: number) =>
  polygon([eye[0] - 9, eye[1] + 58], [eye[0] + 9, eye[1] + 58], [foot + 8, 610], [foot - 8, 610]);
const staff: Point = [934, road];

/** Strategic consultation: three ways over one valley. A bridge on high is only drawn, a boat goes on as ever, and the one to build is in colour. */
export const valleySection: Poster = {
  hour: 'haze',
  behind: [
    { ink: 'lit', d: circle([780, 150], 44) },
    hills('far', [-1600, 440], [-900, 452], [-200, 436], [300, 450], [560, 400], [760, 376], [1000, 350]),
    ...water(500, 780),
  ],
  layers: [
    {
      at: 1,
      shapes: [
        {
          ink: 'mid',
          d: `${curve(slope)}${each(cliff, ([x, y]) => `L${x} ${y}`)}Z`,
        },
        { ink: 'mid', d: polygon(...facing) },
      ],
    },
    {
      at: 2,
      shapes: [
        {
          ink: 'hanger',
          d:
            polyline([left - 40, road], ...cable, [right + 40, road]) +
            uprights(cable, road) +
            level(road, left, right),
          width: 2,
        },
      ],
    },
    {
      at: 3,
      shapes: [
        {
          ink: 'accent',
          d: arch,
        },
        { ink: 'accent', d: spandrels, width: 5 },
        { ink: 'accent', d: rectangle(656, low - 10, 250, 10) },
      ],
    },
    {
      at: 4,
      shapes: [
        { ink: 'bank', d: polygon([742, 540], [824, 540], [812, 558], [754, 558]) + rectangle(766, 522, 26, 18) },
        { ink: 'lit', d: polyline([eye[0] + 60, eye[1]], [staff[0], 232]), width: 1.5 },
        { ink: 'bank', d: rectangle(staff[0] - 5, 196, 10, road - 196) },
        { ink: 'accent', d: each([206, 236, 266], (y) => rectangle(staff[0] - 5, y, 10, 15)) },
      ],
    },
  ],
  front: [
    hills('bank', [-1600, 590], [-400, 560], [200, 576], [480, 552], [640, 600], [760, 650], [1000, 670]),
    { ink: 'bank', d: leg(482) + leg(560) + leg(624) + rectangle(eye[0] - 26, eye[1] + 46, 52, 12) },
    {
      ink: 'bank',
      d:
        polygon(
          [eye[0] - 22, eye[1] + 46],
          [eye[0] - 14, eye[1] - 6],
          [eye[0] + 14, eye[1] - 6],
          [eye[0] + 22, eye[1] + 46],
        ) + circle(eye, 30),
    },
    {
      ink: 'bank',
      d: polygon(
        [eye[0] - 64, eye[1] - 9],
        [eye[0] + 44, eye[1] - 13],
        [eye[0] + 44, eye[1] - 17],
        [eye[0] + 62, eye[1] - 17],
        [eye[0] + 62, eye[1] + 17],
        [eye[0] + 44, eye[1] + 17],
        [eye[0] + 44, eye[1] + 13],
        [eye[0] - 64, eye[1] + 9],
      ),
    },
    { ink: 'accent', d: circle(eye, 13) },
  ],
};
