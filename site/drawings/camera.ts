import type { Point } from './geometry.ts';

/** A point in metres: to the right, upwards, and away from the eye. */
export type Point3 = readonly [across: number, height: number, along: number];

type CameraView = { eye: Point3; yaw?: number; pitch?: number; focal: number; centre: Point };

/**
 * Returns a perspective projection from the world to the sheet. `centre` is the point of the sheet that the eye looks
 * at, `focal` the distance of the sheet from the eye in sheet units; `yaw` turns the eye to the right and `pitch`
 * upwards, in radians. Points must lie before the eye.
 */
export function createCamera(view: CameraView): (point: Point3) => Point {
  const { eye, yaw = 0, pitch = 0, focal, centre } = view;
  return ([across, height, along]) => {
    const [dx, dy, dz] = [across - eye[0], height - eye[1], along - eye[2]];
    const side = dx * Math.cos(yaw) - dz * Math.sin(yaw);
    const ahead = dx * Math.sin(yaw) + dz * Math.cos(yaw);
    const depth = ahead * Math.cos(pitch) + dy * Math.sin(pitch);
    const up = dy * Math.cos(pitch) - ahead * Math.sin(pitch);
    return [centre[0] + (focal * side) / depth, centre[1] - (focal * up) / depth];
  };
}
