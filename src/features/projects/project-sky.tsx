import { DAY_MS } from '#schemas/durations.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';

/** Image file of the roof for a sky; all daytime skies share one. */
export function roofFile(sky: SkyName): string {
  return `/pictures/scenes/tile-${roofForSky(sky)}-168.webp`;
}

type DatedProject = Pick<ProjectDocument, 'status' | 'expires_at'>;

/** Thumbnail of a project: its roof under the sky. Decorative, because the row shows the same as text. */
export function ProjectThumbnail({ project }: { project: DatedProject }) {
  const lifeDays = useSingleton('configuration')?.project_life_days;
  return <ProjectSkyImage project={project} lifeDays={lifeDays} />;
}

/** @param props.lifeDays lifetime of a project in the region, in days; undefined until known */
export function ProjectSkyImage({
  project,
  lifeDays,
}: {
  project: DatedProject;
  lifeDays: number | undefined;
}) {
  const { now } = useRegionalClock();
  const { name, sun } = projectSky(project, lifeDays, now);
  const position = sun === null ? null : sunPosition(sun);
  return (
    <span
      data-sky={name}
      className="relative block size-[56px] shrink-0 overflow-hidden rounded-control sky card-line"
    >
      {position && (
        <span
          className="sky-sun"
          style={{ left: `${position.x * 100}%`, top: `${position.y * 100}%` }}
        />
      )}
      <img src={roofFile(name)} alt="" width={168} height={107} className="sky-roof" />
    </span>
  );
}

// The sky over a project shows at a glance how much of its time is left.

/** Skies from the first day to the last, and those without a sun. */
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

interface ProjectSky {
  name: SkyName;
  /** Progress of the sun, 0 (opened) to 1 (deadline); null without a sun. */
  sun: number | null;
}

/** Minimum share of the time left for each sky, 0 to 1. */
const skies: readonly (readonly [minimum: number, name: SkyName])[] = [
  [0.6, 'noon'],
  [0.4, 'day'],
  [0.2, 'late'],
  [0.1, 'gold'],
];

/**
 * @param lifeDays lifetime of a project in the region, in days; undefined until known
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
  // A project that the server doesn't have yet has all its time left.
  if (project.expires_at === null || !lifeDays) return { name: 'noon', sun: 0 };
  const remainingShare = (Date.parse(project.expires_at) - now) / (lifeDays * DAY_MS);
  const name = skies.find(([minimum]) => remainingShare > minimum)?.[1] ?? 'dusk';
  return { name, sun: Math.min(1, Math.max(0, 1 - remainingShare)) };
}

/**
 * Position of the sun on its arc, which rises on the left and sets on the right.
 * @param sun progress, 0 to 1
 * @returns share of the sky's width and height, from the top left
 */
export function sunPosition(sun: number): { x: number; y: number } {
  return { x: 0.1 + 0.8 * sun, y: 0.62 - 0.48 * Math.sin(Math.PI * (0.12 + 0.82 * sun)) };
}

/** Number of segments of the arc, which is enough for the arc to look round. */
const SEGMENTS = 40;

/**
 * Points of the sun's path between two positions, inclusive.
 * @returns the progress at each point
 */
export function sunPath(from: number, to: number): number[] {
  const segmentCount = Math.max(1, Math.ceil((to - from) * SEGMENTS));
  return Array.from(
    { length: segmentCount + 1 },
    (_, index) => from + ((to - from) * index) / segmentCount,
  );
}

/** The roof for a sky: windows lit in the evening, dark if the project is lost. */
export function roofForSky(sky: SkyName): 'day' | 'dusk' | 'night' | 'lost' {
  return sky === 'dusk' || sky === 'night' || sky === 'lost' ? sky : 'day';
}
