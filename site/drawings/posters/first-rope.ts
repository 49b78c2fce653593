import { circle } from '../arcs.ts';
import { computeCatenary, drawEach, horizontal, createProjection, polyline } from '../geometry.ts';
import { drawPerson } from '../person.ts';
import { drawCurve } from '../scene.ts';
import { drawHills, drawPolygon, type Poster, drawRectangle, drawWater } from './poster.ts';

// The first rope over the gorge, between sheer legs of one height, and the kite that took its line across. The curve of
// the rope is repeated in site/styles/contact.css, which moves the basket from where it is drawn here.
const [near, far, top, brink] = [290, 900, 352, 456];
const sag = 110;
const rope = computeCatenary((far - near) / 2, sag, 24).map(createProjection([(near + far) / 2, top]));
const [x, y] = [near + 0.635 * (far - near), top + 4 * sag * 0.635 * 0.365];
const sheers = drawEach(
  [near, far],
  (mast) =>
    drawEach([-30, 30], (foot) => polyline([mast + foot, brink], [mast - foot / 8, top - 10])) +
    horizontal(brink - 40, mast - 17, mast + 17),
);

/** Contact: the first rope across the gorge, and the basket on it, which carries the message. */
export const firstRope: Poster = {
  hour: 'dusk',
  background: [
    { ink: 'lit', d: circle([596, 452], 60) },
    drawHills('far', [-1600, 420], [-900, 446], [-300, 426], [200, 440], [500, 420], [700, 448], [1000, 400]),
    drawHills('mid', [-1600, 470], [200, 470], [420, 462], [600, 486], [760, 462], [1000, 470]),
    ...drawWater(540, 600),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: drawPolygon('-1600 456, 342 456, 360 482, 350 506, 384 540, 376 566, 420 640, -1600 640') },
        {
          ink: 'side',
          d: drawPolygon('342 456, 360 482, 350 506, 384 540, 376 566, 420 640, 330 640, 312 540, 330 500'),
        },
        { ink: 'under', d: drawPolygon('1000 456, 852 456, 838 484, 846 512, 812 548, 822 576, 790 640, 1000 640') },
        { ink: 'stone', d: sheers, width: 6 },
        { ink: 'hanger', d: polyline([near, top], [190, brink]) + polyline([far, top], [990, brink]), width: 2 },
        { ink: 'accent', d: polyline(...rope), width: 3 },
        {
          ink: 'hanger',
          d: drawCurve([
            [far, top],
            [860, 190],
            [770, 132],
          ]),
          width: 1.5,
        },
        { ink: 'accent', d: drawPolygon('726 66, 792 92, 778 148, 708 122') },
        { ink: 'side', d: drawPolygon('726 66, 778 148, 708 122') },
        {
          ink: 'hanger',
          d: drawCurve([
            [708, 122],
            [676, 152],
            [704, 196],
            [660, 226],
          ]),
          width: 2,
        },
        { ink: 'bank', d: drawEach([232, 250, 946], (at) => drawPerson([at, brink])) },
      ],
    },
    {
      step: 2,
      animationClass: 'basket',
      shapes: [
        { ink: 'hanger', d: polyline([x - 22, y + 38], [x, y + 4], [x + 22, y + 38]), width: 2 },
        { ink: 'stone', d: circle([x, y], 7) },
        { ink: 'lit', d: drawRectangle(x - 14, y + 24, 28, 14) },
        { ink: 'accent', d: `${polyline([x - 27, y + 36])}h54l-6 30h-42z` },
      ],
    },
  ],
  foreground: [],
};
