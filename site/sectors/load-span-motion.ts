import type { Point } from '../drawings/geometry.ts';
import { banks, sinkingUnder, spanPoints, stage as sheet, wheelsAt } from './load-span-points.ts';
import { spanLength } from './loaded-cable.ts';

const middle = spanLength / 2;
/** In seconds, from a bank to the middle and from there to the other bank; and how long it stands between the two. */
const half = 1;
const hold = 0.6;
/** The pause in which the wagon follows the hand, in seconds. */
const grip = 0.15;

/** How each node swings about where the load wants it: radians a second, and the share of critical damping. */
const frequency = 9;
const damping = 0.35;
/** What moves by less is taken for still: units, and units a second. */
const still = 0.05;

/** A part of the wagon's way. */
interface Leg {
  to: number;
  seconds: number;
}

/**
 * The bridge of `stage`, which bends under its wagon. Moves what is shown, frame by frame until all of it rests, and only while it
 * is in view. Positions are metres from the left tower.
 * @param stands is told where the wagon has come to a stand
 */
export function createLoadSpanMotion(
  stage: Element,
  start: number,
  left: AbortSignal,
  stands: (position: number) => void,
) {
  const show = showOn(stage);
  const springs = createSprings(start);
  const wagon = createWagon(start, stands);
  let before = 0;
  let frame = 0;
  let isInView = false;

  const view = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false;
    wake();
  });
  view.observe(stage);
  left.addEventListener('abort', () => {
    view.disconnect();
    cancelAnimationFrame(frame);
  });

  return {
    /** Sends the wagon to the bank that is farther away, with a halt in the middle. */
    sendAcross: () => go(legsAcross(wagon.position())),
    /** Lets the wagon follow the hand. */
    pullTo: (to: number) => go([{ to, seconds: grip }]),
    /** Puts the wagon somewhere, and shows at once how the bridge bends there. */
    standAt(to: number): void {
      wagon.standAt(to);
      springs.rest(to);
      show(to, springs.sinking());
      stands(to);
    },
  };

  function go(legs: readonly Leg[]): void {
    wagon.go(legs);
    wake();
  }

  function wake(): void {
    if (!isInView || frame) return;
    before = performance.now();
    frame = requestAnimationFrame(move);
  }

  function move(now: number): void {
    // A tab that was hidden goes on where it was, and a slow frame does not throw the springs off.
    const seconds = Math.min(Math.max(0, now - before) / 1000, 0.05);
    before = now;
    const isOnItsWay = wagon.travel(seconds);
    const swings = springs.swing(wagon.position(), seconds, isOnItsWay);
    frame = swings && isInView ? requestAnimationFrame(move) : 0;
    show(wagon.position(), springs.sinking());
  }
}

function legsAcross(position: number): Leg[] {
  const far = position < middle ? banks.right : banks.left;
  const toMiddle = (half * Math.abs(middle - position)) / (middle - banks.left);
  return [
    { to: middle, seconds: toMiddle },
    { to: middle, seconds: hold },
    { to: far, seconds: half },
  ];
}

/** The wagon on its way, leg by leg. `stands` is told where a leg ends. */
function createWagon(start: number, stands: (position: number) => void) {
  let position = start;
  let way: (Leg & { from: number; gone: number })[] = [];
  return {
    position: () => position,
    go(legs: readonly Leg[]): void {
      way = legs.map((leg, index) => ({ ...leg, from: legs[index - 1]?.to ?? position, gone: 0 }));
    },
    standAt(to: number): void {
      way = [];
      position = to;
    },
    /** Whether there is still some way to go. */
    travel(seconds: number): boolean {
      const [leg] = way;
      if (!leg) return false;
      leg.gone += seconds;
      // From where it stands there already, the leg takes no time.
      const share = leg.gone < leg.seconds ? leg.gone / leg.seconds : 1;
      position = leg.from + (leg.to - leg.from) * share * share * (3 - 2 * share);
      if (share === 1) {
        way.shift();
        stands(position);
      }
      return way.length > 0;
    },
  };
}

/** The nodes of the cable, each on a spring that draws it to where the load wants it. */
function createSprings(start: number) {
  let sinking = sinkingUnder(start);
  let speeds = sinking.map(() => 0);
  return {
    sinking: () => sinking,
    rest(position: number): void {
      sinking = sinkingUnder(position);
      speeds = sinking.map(() => 0);
    },
    /** Whether anything still moves. */
    swing(position: number, seconds: number, isLoadMoving: boolean): boolean {
      const wanted = sinkingUnder(position);
      const pull = (node: number) => (wanted[node] ?? 0) - (sinking[node] ?? 0);
      speeds = speeds.map(
        (speed, node) => speed + (frequency ** 2 * pull(node) - 2 * damping * frequency * speed) * seconds,
      );
      sinking = sinking.map((depth, node) => depth + (speeds[node] ?? 0) * seconds);
      const moves = isLoadMoving || speeds.some((speed, node) => Math.abs(speed) + Math.abs(pull(node)) > still);
      if (!moves) sinking = wanted;
      return moves;
    },
  };
}

/** Shows the bridge as it is bent, and the wagon on it. */
function showOn(stage: Element): (position: number, sinking: readonly number[]) => void {
  const part = (name: string) => stage.querySelector(`[data-part=${name}]`);
  const [cable, hangers, deck, wagon] = ['cable', 'hangers', 'deck', 'wagon'].map(part);
  return (position, sinking) => {
    const points = spanPoints(sinking);
    cable?.setAttribute('d', path(points.cable));
    deck?.setAttribute('d', path([[0, sheet.deck], ...points.deck, [sheet.width, sheet.deck]]));
    const fromCable = (point: Point, node: number) => path([points.cable[node] ?? point, point]);
    hangers?.setAttribute('d', points.deck.map(fromCable).join(''));
    const { x, y } = wheelsAt(position, sinking);
    wagon?.setAttribute('x', x);
    wagon?.setAttribute('y', y);
  };
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}
