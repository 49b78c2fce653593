import { circle } from '../arcs.ts';
import { catenary, each, level, place, type Point, polygon, polyline } from '../geometry.ts';
import { curve } from '../scene.ts';
import { hills, type Poster, rectangle, water } from './poster.ts';

// The first rope over the gorge, between sheer legs of one height, and the kite that took its line across. Their measures are in site/styles/contact.css too.
const [near, far, top, brink] = [290, 900, 352, 456];
const sag = 110;
const rope = catenary((far - near) / 2, sag, 24).map(place([(near + far) / 2, top]));
const sheers = each([near, far], (x) =>
  each([-30, 30], (foot) => polyline([x + foot, brink], [x - foot / 8, top - 10])),
);
/** Where the basket hangs that the styles move from here. */
const hung: Point = [near + 0.635 * (far - near), top + 4 * sag * 0.635 * 0.365];
const [x, y] = hung;
const person = (at: number) => `${polyline([at - 5, brink])}v-22a5 5 0 0 1 10 0v22z${circle([at, brink - 34], 5.5)}`;

/** Contact: the first rope across the gorge, and the basket on it, which carries the message. */
export const firstRope: Poster = {
  hour: 'dusk',
  behind: [
    { ink: 'lit', d: circle([596, 452], 60) },
    hills('far', [-1600, 420], [-900, 446], [-300, 426], [200, 440], [500, 420], [700, 448], [1000, 400]),
    hills('mid', [-1600, 470], [200, 470], [420, 462], [600, 486], [760, 462], [1000, 470]),
    ...water(540, 600),
  ],
  layers: [
    {
      at: 1,
      shapes: [
        {
          ink: 'under',
          d: polygon(
            [-1600, brink],
            [342, brink],
            [360, 482],
            [350, 506],
            [384, 540],
            [376, 566],
            [420, 640],
            [-1600, 640],
          ),
        },
        {
          ink: 'side',
          d: polygon(
            [342, brink],
            [360, 482],
            [350, 506],
            [384, 540],
            [376, 566],
            [420, 640],
            [330, 640],
            [312, 540],
            [330, 500],
          ),
        },
        {
          ink: 'under',
          d: polygon(
            [1000, brink],
            [852, brink],
            [838, 484],
            [846, 512],
            [812, 548],
            [822, 576],
            [790, 640],
            [1000, 640],
          ),
        },
      ],
    },
    {
      at: 2,
      shapes: [
        { ink: 'stone', d: sheers + each([near, far], (mast) => level(brink - 40, mast - 17, mast + 17)), width: 6 },
        { ink: 'hanger', d: polyline([near, top], [190, brink]) + polyline([far, top], [990, brink]), width: 2 },
      ],
    },
    {
      at: 3,
      shapes: [
        { ink: 'accent', d: polyline(...rope), width: 3 },
        { ink: 'hanger', d: `${polyline([far, top])}Q860 190 770 132`, width: 1.5 },
        { ink: 'accent', d: polygon([726, 66], [792, 92], [778, 148], [708, 122]) },
        { ink: 'side', d: polygon([726, 66], [778, 148], [708, 122]) },
        {
          ink: 'hanger',
          d: curve([
            [708, 122],
            [676, 152],
            [704, 196],
            [660, 226],
          ]),
          width: 2,
        },
        { ink: 'bank', d: person(232) + person(250) + person(946) },
      ],
    },
    {
      at: 4,
      look: 'basket',
      shapes: [
        { ink: 'hanger', d: polyline([x - 22, y + 38], [x, y + 4], [x + 22, y + 38]), width: 2 },
        { ink: 'stone', d: circle([x, y], 7) },
        { ink: 'accent', d: polygon([x - 27, y + 36], [x + 27, y + 36], [x + 21, y + 66], [x - 21, y + 66]) },
        { ink: 'lit', d: rectangle(x - 14, y + 24, 28, 12) },
      ],
    },
  ],
  front: [],
};
