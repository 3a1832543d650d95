import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import { useEmptiness } from '#src/data/use-emptiness.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { useSingleton } from '#src/data/use-singleton.ts';
import { scansOfProject } from '#src/features/scan/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';
import { BackToProjects } from './back-to-projects.tsx';
import { ClosingSurvey } from './closing-survey.tsx';
import { OutcomeSheets } from './outcome-sheets.tsx';
import { ProjectActions } from './project-actions.tsx';
import { ProjectLead } from './project-lead.tsx';
import { ProjectLinks } from './project-links.tsx';
import { ProjectNotices } from './project-notices.tsx';
import { projectPoints } from './project-points.ts';
import { ProjectProducts } from './project-products.tsx';
import { ProjectSummary } from './project-summary.tsx';
import { projectById } from './queries.ts';
import { townOf } from './address.ts';

/** More products than any roof has; what is beyond is counted by the server alone. */
const PRODUCTS_MAX = 1000;

/** `/projects/{uuid}` */
export function ProjectScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const project = useLiveQuery((account) => projectById(account, uuid), [uuid]);
  if (!project) return <NoProject loading={project === undefined} />;
  return <ShownProject key={uuid} project={project} />;
}

function ShownProject({ project }: { project: ProjectDocument }) {
  const { uuid } = project;
  const [answering, setAnswering] = useState(false);
  const products = useLiveQuery((account) => scansOfProject(account, uuid, PRODUCTS_MAX), [uuid]);
  const pointsOfType = useSingleton('configuration')?.product_points ?? {};
  const points = projectPoints(project, products ?? [], pointsOfType);
  const open = isOpen(project.status.id);
  usePageTitle(project.street_name);

  return (
    <>
      {answering && open ? (
        <ClosingSurvey project={project} onDone={() => setAnswering(false)} />
      ) : (
        <Page
          title={project.street_name}
          subtitle={townOf(project)}
          back={<BackToProjects />}
          footer={
            open && (
              <ProjectActions
                project={project}
                products={products ?? []}
                onAnswer={() => setAnswering(true)}
              />
            )
          }
        >
          <div className="space-y-7">
            <ProjectNotices project={project} products={products ?? []} points={points} />
            <ProjectSummary project={project} points={points} />
            <ProjectProducts project={project} products={products} />
            {project.lead && <ProjectLead kept={project.lead} />}
            <ProjectLinks project={project} />
          </div>
        </Page>
      )}
      <OutcomeSheets project={project} />
    </>
  );
}

function NoProject({ loading }: { loading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('projects');
  const toAll = (
    <LinkButton {...linkTo(paths.projects())}>
      <Trans>All projects</Trans>
    </LinkButton>
  );
  usePageTitle(t`Project`);
  if (loading || emptiness === 'loading') {
    return (
      <Page title={t`Project`} titleHidden back={<BackToProjects />}>
        <Skeleton label={t`Loading the project`}>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      </Page>
    );
  }
  return (
    <Page title={t`Project`} titleHidden back={<BackToProjects />}>
      {emptiness === 'empty' ? (
        <EmptyState drawing="search" title={t`This project is not here`} action={toAll}>
          <Trans>It was deleted, or it belongs to another company.</Trans>
        </EmptyState>
      ) : (
        <UnknownState why={emptiness} action={toAll}>
          <Trans>Your projects appear here once you are online.</Trans>
        </UnknownState>
      )}
    </Page>
  );
}
