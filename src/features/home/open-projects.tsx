import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useFormat } from '#src/data/words/format.ts';
import { SkyTile, type UnsentProducts } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { TextLink } from '#src/ui/text-link.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Points } from '#src/ui/points.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { Meanwhile } from './meanwhile.tsx';

// Most have one.
const NoProjects = lazy(async () => ({
  default: (await import('./no-projects.tsx')).NoProjects,
}));

/** Home shows this many of the open projects. */
const SHOWN = 4;

interface OpenProjectsProps {
  /** The newest first, without those that are told of elsewhere; undefined while they are loading. */
  projects: readonly ProjectDocument[] | undefined;
  /** How many are open in all. */
  count: number;
  unsent: ReadonlyMap<string, UnsentProducts> | undefined;
}

/** The latest open projects, and the way to all that are unfinished. */
export function OpenProjects({ projects, count, unsent }: OpenProjectsProps) {
  const { t } = useLingui();
  if (projects?.length === 0 && count > 0) return null;
  return (
    <Section
      title={<Trans>Open projects</Trans>}
      link={
        <TextLink {...linkTo(paths.projects())}>
          {count > SHOWN ? <Trans>All {count}</Trans> : <Trans>All projects</Trans>}
        </TextLink>
      }
    >
      <ProjectList projects={projects?.slice(0, SHOWN)} label={t`Open projects`} unsent={unsent} />
    </Section>
  );
}

interface ProjectListProps {
  projects: readonly ProjectDocument[] | undefined;
  label: string;
  unsent: ReadonlyMap<string, UnsentProducts> | undefined;
}

function ProjectList({ projects, label, unsent }: ProjectListProps) {
  const { t } = useLingui();
  const emptiness = useEmptiness('projects');
  const bones = (
    <Skeleton label={t`Loading your projects`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
  if (!projects || (projects.length === 0 && emptiness === 'loading')) return bones;
  if (projects.length > 0) return <Rows projects={projects} label={label} unsent={unsent} />;
  return (
    <Suspense fallback={<Meanwhile>{bones}</Meanwhile>}>
      <NoProjects emptiness={emptiness} />
    </Suspense>
  );
}

function Rows({
  projects,
  label,
  unsent,
}: ProjectListProps & { projects: readonly ProjectDocument[] }) {
  return (
    <List label={label}>
      {projects.map((project) => (
        <ProjectLine key={project.uuid} project={project} unsent={unsent?.get(project.uuid)} />
      ))}
    </List>
  );
}

interface ProjectLineProps {
  project: ProjectDocument;
  unsent: UnsentProducts | undefined;
}

function ProjectLine({ project, unsent }: ProjectLineProps) {
  const format = useFormat();
  const { calculated_available_points: points } = project;
  const town = project.city || project.postal_code;
  return (
    <ListRow
      thumbnail={<SkyTile project={project} />}
      title={project.street_name}
      meta={
        <>
          {town}
          {' · '}
          <Plural
            value={project.products_count + (unsent?.waiting ?? 0)}
            one="# product"
            other="# products"
          />
        </>
      }
      number={<Points number={format.number(points)} label={format.points(points)} />}
      trailing={<ProjectMark project={project} unsent={unsent} />}
      {...linkTo(paths.project(project.uuid))}
    />
  );
}

/** What of the project the server does not have yet, or would not take. */
function ProjectMark({ project, unsent }: ProjectLineProps) {
  const { t } = useLingui();
  const { waiting = 0, refused = 0 } = unsent ?? {};
  if (refused > 0 || project.state === 'refused') {
    return <SyncMark state="refused" label={t`Refused`} />;
  }
  if (waiting > 0) return <SyncMark state="waiting" label={t`${waiting} waiting`} />;
  return project.closing ? <SyncMark state="waiting" label={t`Closing`} /> : null;
}
