import type { Scene } from './scene.ts';

/** Pose of a label in front of the camera. Lengths relative to the picture's height, angles in radians. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** A single label fills half of the picture's height; several form a row. */
const SIZES: readonly number[] = [0.5, 0.42, 0.3];

/**
 * Returns the pose that label `index` of `count` has at a moment of its scene.
 * @param seconds since the scene's start
 */
export function poseOf(scene: Scene, index: number, count: number, seconds: number): Pose {
  const side = SIZES[Math.min(count, SIZES.length) - 1] ?? 0.3;
  const x = (index - (count - 1) / 2) * side * 1.08;
  const flat = { x, y: 0, side, roll: 0, pitch: 0, yaw: 0 };
  if (scene.motion === 'still') return flat;
  const phase = 2 * Math.PI * seconds;
  if (scene.motion === 'tilted') {
    return { ...flat, roll: 0.35, pitch: 0.45 + 0.1 * Math.sin(phase * 0.3), yaw: 0.5 };
  }
  return {
    ...flat,
    x: x + 0.1 * Math.sin(phase * 0.4),
    y: 0.06 * Math.sin(phase * 0.55 + 1),
    side: side * (1 + 0.12 * Math.sin(phase * 0.25)),
    roll: 0.25 * Math.sin(phase * 0.3),
  };
}
