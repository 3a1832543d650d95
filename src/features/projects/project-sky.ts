/** The sky over a project: how much of its life is left, seen before a word is read. Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';

const DAY_MS = 86_400_000;

/** The skies, from its first day to its last, and those without a sun. */
export type SkyName =
  | 'dawn'
  | 'noon'
  | 'day'
  | 'late'
  | 'gold'
  | 'dusk'
  | 'grey'
  | 'night'
  | 'lost';

export interface ProjectSky {
  name: SkyName;
  /** How far the sun has come on its way, 0 (opened) to 1 (its last moment); null where there is none. */
  sun: number | null;
}

/** From so much of a project's life left on, 0 to 1, this is its sky. */
const skies: readonly (readonly [left: number, name: SkyName])[] = [
  [0.6, 'noon'],
  [0.4, 'day'],
  [0.2, 'late'],
  [0.1, 'gold'],
];

/**
 * @param lifeDays how long a project of the region lives, in days; undefined while that is not known
 * @param now milliseconds since 1970, by the server's clock
 */
export function projectSky(
  project: Pick<ProjectDocument, 'status' | 'expires_at'>,
  lifeDays: number | undefined,
  now: number,
): ProjectSky {
  const { id } = project.status;
  if (id === projectStatus.closed) return { name: 'night', sun: null };
  if (id === projectStatus.lost) return { name: 'lost', sun: null };
  if (id === projectStatus.inReview) return { name: 'grey', sun: null };
  if (id === projectStatus.scheduled) return { name: 'dawn', sun: 0 };
  // One that no device has begun yet has all its time.
  if (project.expires_at === null || !lifeDays) return { name: 'noon', sun: 0 };
  const left = (Date.parse(project.expires_at) - now) / (lifeDays * DAY_MS);
  const name = skies.find(([from]) => left > from)?.[1] ?? 'dusk';
  return { name, sun: Math.min(1, Math.max(0, 1 - left)) };
}

/**
 * Where the sun stands on its way, an arc that rises at the left and sets at the right.
 * @param sun 0 to 1
 * @returns shares of the width and of the height of the sky, from the upper left
 */
export function sunPosition(sun: number): { x: number; y: number } {
  return { x: 0.1 + 0.8 * sun, y: 0.62 - 0.48 * Math.sin(Math.PI * (0.12 + 0.82 * sun)) };
}

/** So many pieces make the whole arc round. */
const PIECES = 40;

/** Places on the sun's way between two of them, both among these. @returns how far it has come at each */
export function sunPath(from: number, to: number): number[] {
  const pieces = Math.max(1, Math.ceil((to - from) * PIECES));
  return Array.from({ length: pieces + 1 }, (_, piece) => from + ((to - from) * piece) / pieces);
}

/** The roof under a sky: lit from inside when the day ends, dark where its points were lost. */
export function roofUnder(sky: SkyName): 'day' | 'dusk' | 'night' | 'lost' {
  return sky === 'dusk' || sky === 'night' || sky === 'lost' ? sky : 'day';
}
