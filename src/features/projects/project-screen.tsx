import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { CancelLead } from '#src/features/leads/actions.ts';
import { useProjectsLead } from '#src/features/leads/queries.ts';
import { scansOfProject } from '#src/features/scan/queries.ts';
import { Page } from '#src/ui/page.tsx';
import { BackToProjects } from './back-to-projects.tsx';
import { ClosingSurvey } from './closing-survey.tsx';
import { NoProject } from './no-project.tsx';
import { OutcomeSheets } from './outcome-sheets.tsx';
import { ProjectActions } from './project-actions.tsx';
import { ProjectLead } from './project-lead.tsx';
import { ProjectLinks } from './project-links.tsx';
import { CancelledNotice, ProjectNotices } from './project-notices.tsx';
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
  if (!project) return <NoProject isLoading={project === undefined} />;
  return <ShownProject key={uuid} project={project} />;
}

function ShownProject({ project }: { project: ProjectDocument }) {
  const { uuid } = project;
  const [answering, setAnswering] = useState(false);
  const products = useLiveQuery((account) => scansOfProject(account, uuid, PRODUCTS_MAX), [uuid]);
  const pointsOfType = useSingleton('configuration')?.product_points ?? {};
  const points = projectPoints(project, products ?? [], pointsOfType);
  const lead = useProjectsLead(project.lead);
  // Before the server knows of it, too: it ends with that.
  const cancelled = lead?.status === 'lost' && isOpen(project.status.id);
  const open = isOpen(project.status.id) && !cancelled;
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
            {cancelled && <CancelledNotice />}
            <ProjectNotices project={project} products={products ?? []} points={points} />
            <ProjectSummary project={project} points={points} />
            <ProjectProducts project={project} products={products} />
            {project.lead && <ProjectLead kept={project.lead} />}
            {lead && open && project.closing === null && (
              <CancelLead lead={lead} hasProducts={products !== undefined && products.length > 0} />
            )}
            <ProjectLinks project={project} />
          </div>
        </Page>
      )}
      <OutcomeSheets project={project} />
    </>
  );
}
