import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Building2 } from 'lucide-react';
import type { ProjectDocument } from '#schemas/project.ts';
import { useEmptiness } from '#src/data/live/emptiness.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import {
  countProjects,
  newestProjects,
  unsentByProject,
  type UnsentProducts,
} from '#src/features/projects/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { CardLink } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';

/** Home shows this many of the open projects. */
const SHOWN = 4;

/** The latest open projects, and how many are unfinished in all. */
export function OpenProjects() {
  const { t } = useLingui();
  const projects = useLiveQuery((account) => newestProjects(account, 'open', SHOWN), []);
  const count = useLiveQuery((account) => countProjects(account, 'open'), []);
  return (
    <Section
      title={<Trans>Open projects</Trans>}
      link={
        <TextLink {...linkTo(paths.projects())}>
          <Trans>All projects</Trans>
        </TextLink>
      }
    >
      {count !== undefined && count > 0 && (
        <CardLink tone="info" {...linkTo(paths.projects({ status: 'open' }))}>
          <span className="block font-semibold">
            <Plural value={count} one="# unfinished project" other="# unfinished projects" />
          </span>
          <span className="block text-small text-ink-soft">
            <Trans>Close them to have their points booked.</Trans>
          </span>
        </CardLink>
      )}
      <ProjectList projects={projects} label={t`Open projects`} />
    </Section>
  );
}

interface ProjectListProps {
  projects: readonly ProjectDocument[] | undefined;
  label: string;
}

function ProjectList({ projects, label }: ProjectListProps) {
  const { t } = useLingui();
  const emptiness = useEmptiness('projects');
  if (!projects || (projects.length === 0 && emptiness === 'loading')) {
    return (
      <Skeleton label={t`Loading your projects`}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (projects.length > 0) return <Rows projects={projects} label={label} />;
  if (emptiness === 'not_loaded' || emptiness === 'unreadable') {
    return (
      <UnknownState why={emptiness} headingLevel={3}>
        <Trans>Your projects appear here once you are online.</Trans>
      </UnknownState>
    );
  }
  return (
    <EmptyState drawing="projects" headingLevel={3} title={<Trans>No open projects</Trans>}>
      <Trans>A project collects the products of one address and turns them into points.</Trans>
    </EmptyState>
  );
}

function Rows({ projects, label }: { projects: readonly ProjectDocument[]; label: string }) {
  const unsent = useLiveQuery(unsentByProject, []);
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
  const town = [project.postal_code, project.city].filter(Boolean).join(' ');
  return (
    <ListRow
      icon={<Building2 />}
      title={project.street_name}
      meta={
        <>
          <span className="block">{town}</span>
          <span className="block tnum">
            <Plural
              value={project.products_count + (unsent?.waiting ?? 0)}
              one="# product"
              other="# products"
            />
            {' · '}
            {format.points(project.calculated_available_points)}
          </span>
        </>
      }
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
