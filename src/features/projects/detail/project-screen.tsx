import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { CancelLead } from '#src/features/leads/actions.ts';
import { useLeadOfProject } from '#src/features/leads/queries.ts';
import { scansOfProject } from '#src/features/scan/queries.ts';
import { ClosingOutcome } from '../closing/closing-outcome.tsx';
import { ClosingSurvey } from '../closing/closing-survey.tsx';
import { saveLastProject } from '../last-project.ts';
import { NoProject } from './no-project.tsx';
import { ProjectActions } from './project-actions.tsx';
import { ProjectDetails } from './project-details.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectLead } from './project-lead.tsx';
import { ProjectLinks } from './project-links.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { CancelledNotice, ProjectNotices } from './project-notices.tsx';
import { ProjectPage } from './project-page.tsx';
import {
  isAbsentOnServer,
  projectPoints,
  displayedStatus,
  countInReview,
} from '../project-points.ts';
import { ProjectProducts } from './project-products.tsx';
import { projectById } from '../queries.ts';
import { useProjectEarnings } from '../use-project-earnings.ts';
import { usePointRules } from '../use-point-rules.ts';

/** More than any roof has; beyond that only the server counts. */
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
  const points = projectPoints(project, products ?? [], usePointRules());
  const gain = useProjectEarnings()(project, countInReview(products ?? []));
  const status = displayedStatus(project, points.waitingCount);
  const lead = useLeadOfProject(project.lead);
  // True even before the server knows that the lead is lost; that ends the project.
  const cancelled = lead?.status === 'lost' && isProjectOpen(project.status.id);
  const open = isProjectOpen(project.status.id) && !cancelled;
  usePageTitle(project.street_name);
  useWorkedOn(uuid, open);

  return (
    <>
      {answering && open ? (
        <ClosingSurvey
          project={project}
          points={points}
          gain={gain}
          onDone={() => setAnswering(false)}
        />
      ) : (
        <ProjectPage
          project={project}
          status={status}
          actions={<ProjectMenu project={project} products={products} />}
          footer={
            open &&
            project.closing === null &&
            !isAbsentOnServer(project) && (
              <ProjectActions
                project={project}
                count={products?.length ?? 0}
                points={points}
                gain={gain}
                onAnswer={() => setAnswering(true)}
              />
            )
          }
        >
          <div className="space-y-7">
            {cancelled && <CancelledNotice />}
            <ProjectNotices project={project} products={products ?? []} points={points} />
            <ProjectFacts
              project={project}
              status={status}
              products={products ?? []}
              points={points}
              gain={gain}
            />
            <ProjectProducts project={project} products={products} />
            {project.lead && <ProjectLead kept={project.lead} />}
            <ProjectLinks project={project} />
            {lead && open && project.closing === null && (
              <CancelLead lead={lead} hasProducts={products !== undefined && products.length > 0} />
            )}
            <ProjectDetails project={project} status={status} points={points} />
          </div>
        </ProjectPage>
      )}
      <ClosingOutcome project={project} products={products} gain={gain} />
    </>
  );
}

/** Remembers the project as the default for the next scans. */
function useWorkedOn(projectId: string, takesProducts: boolean): void {
  const { user_id: userId } = useAccount().identity;
  useEffect(() => {
    if (takesProducts) saveLastProject(localStorage, userId, projectId);
  }, [userId, projectId, takesProducts]);
}
