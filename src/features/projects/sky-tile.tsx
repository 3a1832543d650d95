import type { ProjectDocument } from '#schemas/project.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { projectSky, roofUnder, sunPosition, type SkyName } from './project-sky.ts';

/** File of the roof for a sky; all daytime skies share one. */
export function roofFile(sky: SkyName): string {
  return `/pictures/scenes/tile-${roofUnder(sky)}-168.webp`;
}

type Living = Pick<ProjectDocument, 'status' | 'expires_at'>;

/** Thumbnail of a project: its roof under the sky. Decorative: the row has the same as text. */
export function ProjectThumbnail({ project }: { project: Living }) {
  const lifeDays = useSingleton('configuration')?.project_life_days;
  return <ProjectSkyImage project={project} lifeDays={lifeDays} />;
}

/** @param props.lifeDays lifetime of a project in the region, in days; undefined until known */
export function ProjectSkyImage({
  project,
  lifeDays,
}: {
  project: Living;
  lifeDays: number | undefined;
}) {
  const { now } = useRegionalClock();
  const { name, sun } = projectSky(project, lifeDays, now);
  const place = sun === null ? null : sunPosition(sun);
  return (
    <span
      data-sky={name}
      className="relative block size-[56px] shrink-0 overflow-hidden rounded-control sky card-line"
    >
      {place && (
        <span className="sky-sun" style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }} />
      )}
      <img src={roofFile(name)} alt="" width={168} height={107} className="sky-roof" />
    </span>
  );
}
