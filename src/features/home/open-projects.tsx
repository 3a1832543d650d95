import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import type { SnapshotProject } from '#src/data/account/home-snapshot.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import {
  countProducts,
  type ProjectEarnings,
  ProjectSkyImage,
  syncMarkOf,
  type ProjectUnsentCounts,
} from '#src/features/projects/queries.ts';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { EarningsNumber } from './earnings-number.tsx';

// Rarely needed, because most companies have projects.
const NoProjects = lazy(async () => ({
  default: (await import('./no-projects.tsx')).NoProjects,
}));

/** Maximum number of open projects on the home screen. */
export const MAX_OPEN_PROJECTS = 4;

interface OpenProjectsProps {
  /** Newest first, without those in the to-do list; undefined while loading. */
  projects: readonly SnapshotProject[] | undefined;
  /** Total number of open projects. */
  count: number;
  /** Lifetime of a project in the region, in days; undefined while loading. */
  lifeDays: number | undefined;
}

/** The latest open projects, with a link to all. */
export function OpenProjects(props: OpenProjectsProps) {
  const collectionState = useCollectionState('projects');
  const { projects } = props;
  if (projects && projects.length > 0) return <OpenProjectRows {...props} projects={projects} />;
  if (projects && props.count > 0) return null;
  return (
    <OpenProjectsSection count={props.count}>
      {projects && collectionState !== 'loading' ? (
        <Suspense
          fallback={
            <HoldFirstPaint>
              <ProjectsSkeleton />
            </HoldFirstPaint>
          }
        >
          <NoProjects collectionState={collectionState} />
        </Suspense>
      ) : (
        <ProjectsSkeleton />
      )}
    </OpenProjectsSection>
  );
}

/** The project list, from the local database or the snapshot. */
export function OpenProjectRows({
  projects,
  count,
  lifeDays,
}: OpenProjectsProps & { projects: readonly SnapshotProject[] }) {
  const { t } = useLingui();
  return (
    <OpenProjectsSection count={count}>
      <List label={t`Open projects`}>
        {projects.map((project) => (
          <ProjectLine key={project.uuid} project={project} lifeDays={lifeDays} />
        ))}
      </List>
    </OpenProjectsSection>
  );
}

function OpenProjectsSection({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Section
      title={<Trans>Open projects</Trans>}
      link={
        <TextLink {...linkTo(paths.projects())}>
          {count > MAX_OPEN_PROJECTS ? (
            <Trans context="projects">All {count}</Trans>
          ) : (
            <Trans>All projects</Trans>
          )}
        </TextLink>
      }
    >
      {children}
    </Section>
  );
}

function ProjectsSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading your projects`}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
}

/**
 * Converts a project to the form in which the home screen shows it and the snapshot stores it.
 * @param unsentChanges the project's products that aren't on the server yet
 */
export function toSnapshotProject(
  project: ProjectDocument,
  unsentChanges: ProjectUnsentCounts | undefined,
  earnings: ProjectEarnings,
): SnapshotProject {
  return {
    uuid: project.uuid,
    title: project.street_name,
    town: project.city || project.postal_code,
    products: countProducts(project, unsentChanges),
    points: earnings.points,
    isAtMost: earnings.isMaximum,
    status: project.status,
    expires_at: project.expires_at,
    mark: syncMarkOf(project, unsentChanges),
    waiting: unsentChanges?.waiting ?? 0,
  };
}

interface ProjectLineProps {
  project: SnapshotProject;
  lifeDays: number | undefined;
}

function ProjectLine({ project, lifeDays }: ProjectLineProps) {
  return (
    <ListRow
      thumbnail={<ProjectSkyImage project={project} lifeDays={lifeDays} />}
      title={project.title}
      meta={
        <>
          {project.town}
          {' · '}
          <Plural value={project.products} one="# product" other="# products" />
        </>
      }
      number={<EarningsNumber points={project.points} isMaximum={project.isAtMost} />}
      trailing={<ProjectMark {...project} />}
      {...linkTo(paths.project(project.uuid))}
    />
  );
}

function ProjectMark({ mark, waiting: waitingCount }: Pick<SnapshotProject, 'mark' | 'waiting'>) {
  const { t } = useLingui();
  if (mark === 'refused') return <SyncMark state="refused" label={t`To fix`} />;
  if (mark === 'waiting') return <SyncMark state="waiting" label={t`${waitingCount} not sent`} />;
  return mark && <SyncMark state="waiting" label={t`Closing`} />;
}

/** Suspense fallback that delays the first paint until the lazy chunk has loaded. */
export function HoldFirstPaint({ children }: { children?: ReactNode }) {
  useBlockReveal(true);
  return children;
}
