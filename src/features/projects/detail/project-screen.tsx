import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Copy, FileBadge, MessageCircle } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { toJob } from '#schemas/jobs.ts';
import type { ProjectLead as SavedLead } from '#schemas/project-lead.ts';
import { isProjectOpen, type ProjectStatusId, projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCanSee } from '#src/data/account/permissions.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { HandoverRows } from '#src/features/handover/exports.tsx';
import {
  CancelLead,
  CustomerCard,
  InstallationDate,
  LeadNotes,
} from '#src/features/leads/exports.tsx';
import { useLeadOfProject, useCustomerOfProject } from '#src/features/leads/queries.ts';
import { scansOfProject } from '#src/features/scan/queries.ts';
import { AddToCalendar } from '#src/features/today/exports.tsx';
import { lazyWithTexts } from '#src/i18n/lazy-with-texts.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { ClosingOutcome } from '../closing/closing-outcome.tsx';
import { ClosingSurvey } from '../closing/closing-survey.tsx';
import { saveLastProject } from '../last-project.ts';
import { useProjectEarnings } from '../project-earnings.ts';
import {
  wasLostOrRejected,
  wasLostByServer,
  projectPoints,
  displayedStatus,
  productFacts,
  type ProjectPoints,
} from '../project-points.ts';
import { projectById } from '../queries.ts';
import { usePointRules } from '../use-point-rules.ts';
import { NoProject } from './no-project.tsx';
import { ProjectActions } from './project-actions.tsx';
import { ProjectDate } from './project-date.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { CancelledNotice, ProjectNotices } from './project-notices.tsx';
import { ProjectPage } from './project-page.tsx';
import { ProjectProducts } from './project-products.tsx';

const JobPhotos = lazyWithTexts(
  async () => (await import('#src/features/job-photos/exports.tsx')).JobPhotos,
);

/** Maximum number of products to load; real projects have fewer. */
const MAX_PRODUCTS = 1000;

/** `/projects/{uuid}`: one project. */
export function ProjectScreen() {
  const { uuid } = useParams({ from: '/signed-in/projects/$uuid' });
  const project = useLiveQuery((account) => projectById(account, uuid), [uuid]);
  if (!project) return <NoProject isLoading={project === undefined} />;
  return <ProjectContent key={uuid} project={project} />;
}

function ProjectContent({ project }: { project: ProjectDocument }) {
  const { uuid } = project;
  const [isAnswering, setIsAnswering] = useState(false);
  const products = useLiveQuery((account) => scansOfProject(account, uuid, MAX_PRODUCTS), [uuid]);
  const pointRules = usePointRules();
  const points = projectPoints(project, products ?? [], pointRules);
  const earnings = useProjectEarnings()(project, productFacts(products ?? []));
  const status = displayedStatus(project, points.unsentCount);
  const lead = useLeadOfProject(project.lead);
  // A lost lead ends its project, even before the change has been sent to the server.
  const isCancelled = lead?.status === 'lost' && isProjectOpen(project.status.id);
  const isOpen = isProjectOpen(project.status.id) && !isCancelled;
  const canHandOver = !isCancelled && !wasLostOrRejected(project) && status !== projectStatus.lost;
  usePageTitle(project.street_name);
  useSaveLastProject(uuid, isOpen);

  return (
    <>
      {isAnswering && isOpen ? (
        <ClosingSurvey
          project={project}
          points={points}
          earnings={earnings}
          onDone={() => setIsAnswering(false)}
        />
      ) : (
        <ProjectPage
          project={project}
          isLoading={products === undefined}
          status={status}
          actions={<ProjectMenu project={project} products={products} />}
          footer={
            isOpen &&
            project.closing === null &&
            !wasLostOrRejected(project) && (
              <ProjectActions
                project={project}
                count={products?.length ?? 0}
                points={points}
                earnings={earnings}
                onOpenSurvey={() => setIsAnswering(true)}
              />
            )
          }
        >
          <div className="space-y-7">
            {isCancelled && <CancelledNotice />}
            <ProjectNotices project={project} products={products ?? []} points={points} />
            <ProjectFacts
              project={project}
              status={status}
              products={products ?? []}
              points={points}
              earnings={earnings}
            />
            {products && (
              <ProjectProducts project={project} products={products} pointRules={pointRules} />
            )}
            <Suspense fallback={<HidePageUntilLoaded />}>
              <JobPhotos project={project} />
            </Suspense>
            {project.lead ? (
              <ProjectLead savedLead={project.lead} project={project} isOpen={isOpen} />
            ) : (
              <ProjectDate
                project={project}
                isEditable={isOpen && project.closing === null && !wasLostByServer(project)}
                isOpen={isOpen}
              />
            )}
            <HandoverRows
              projectId={uuid}
              canSign={canHandOver && products !== undefined && products.length > 0}
            />
            <ProjectLinks project={project} />
            {lead && isOpen && project.closing === null && (
              <CancelLead lead={lead} hasProducts={products !== undefined && products.length > 0} />
            )}
            <ProjectDetails project={project} status={status} points={points} />
          </div>
        </ProjectPage>
      )}
      <ClosingOutcome project={project} products={products} earnings={earnings} />
    </>
  );
}

/** Keeps the page hidden until a lazy part has loaded, to avoid layout shift. */
function HidePageUntilLoaded() {
  useBlockReveal(true);
  return null;
}

/** Saves the project as the default for the next scans. */
function useSaveLastProject(projectId: string, acceptsProducts: boolean): void {
  const { user_id: userId } = useAccount().identity;
  useEffect(() => {
    if (acceptsProducts) saveLastProject(draftStorage, userId, projectId);
  }, [userId, projectId, acceptsProducts]);
}

interface ProjectDetailsProps {
  project: ProjectDocument;
  status: ProjectStatusId;
  points: ProjectPoints;
}

/** Rarely needed facts, collapsed. */
function ProjectDetails({ project, status, points }: ProjectDetailsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const copy = useCopyToClipboard();
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const hasSurvey = isProjectOpen(status) && project.survey.length > 0;
  return (
    <Disclosure title={<Trans>Details</Trans>}>
      <DetailList
        items={[
          { term: t`Maximum product points`, detail: format.points(points.max) },
          ...(hasSurvey && surveyPoints > 0
            ? [{ term: t`Survey bonus`, detail: format.points(surveyPoints) }]
            : []),
          { term: t`Updated`, detail: format.dateTime(project.updated_at) },
          {
            term: t`Project ID`,
            detail: (
              <span className="flex items-center gap-2">
                <span className="min-w-0 text-small font-normal tnum break-long">
                  {project.uuid}
                </span>
                <IconButton
                  label={t`Copy project ID`}
                  icon={<Copy />}
                  onClick={() => void copy(project.uuid, t`Project ID copied`)}
                />
              </span>
            ),
          },
        ]}
      />
    </Disclosure>
  );
}

/** Details of the lead that a project came from (spec 1 §2): customer, notes and installation date. */
function ProjectLead({
  savedLead,
  project,
  isOpen,
}: {
  savedLead: SavedLead;
  project: ProjectDocument;
  isOpen: boolean;
}) {
  const { t } = useLingui();
  const { customer, lead } = useCustomerOfProject(savedLead);
  const { Notes, CustomerRequested } = customer.extras;
  return (
    <>
      {lead?.state === 'refused' && (
        <Banner
          tone="bad"
          title={<Trans>A change to the lead wasn’t accepted</Trans>}
          action={
            <LinkButton variant="secondary" {...linkTo(paths.lead(lead.uuid))}>
              <Trans context="command">See why</Trans>
            </LinkButton>
          }
        />
      )}
      <InstallationDate
        date={customer.expected_installation_date}
        lead={lead}
        action={isOpen && <AddToCalendar job={toJob(lead, project)} />}
      />
      <CustomerCard customer={customer} />
      {(Notes !== '' || CustomerRequested !== '') && (
        <Section title={t`The customer’s request`}>
          <Card>
            {CustomerRequested && <p className="font-medium break-long">{CustomerRequested}</p>}
            {Notes && <p className="whitespace-pre-line break-long">{Notes}</p>}
          </Card>
        </Section>
      )}
      <LeadNotes notes={customer.NotesFromVELUXClub} lead={lead} />
    </>
  );
}

interface ProjectLink {
  link: AppLink;
  icon: ReactNode;
  title: ReactNode;
}

/**
 * Links from a project to other screens, if the user can see them: the warranty certificate once the project is closed,
 * and the support chat (spec 1 §2).
 */
function ProjectLinks({ project }: { project: ProjectDocument }) {
  const canSee = useCanSee();
  const links = [...certificateLinks(project), supportLink(project)].filter(({ link }) =>
    canSee(link),
  );
  if (links.length === 0) return null;
  return (
    <List>
      {links.map(({ link, icon, title }) => (
        <ListRow key={link.to} icon={icon} title={title} {...linkTo(link)} />
      ))}
    </List>
  );
}

function certificateLinks({
  uuid,
  status,
  warranty_certificate_uuid: certificateId,
}: ProjectDocument): ProjectLink[] {
  if (status.id !== projectStatus.closed) return [];
  const icon = <FileBadge />;
  return certificateId === null
    ? [
        {
          link: paths.warrantyCertificateCreate({ project: uuid }),
          icon,
          title: <Trans>Issue warranty certificate</Trans>,
        },
      ]
    : [
        {
          link: paths.warrantyCertificate(certificateId),
          icon,
          title: <Trans>Warranty certificate</Trans>,
        },
      ];
}

function supportLink({ uuid }: ProjectDocument): ProjectLink {
  return {
    link: paths.supportChatNew({ project: uuid }),
    icon: <MessageCircle />,
    title: <Trans>Ask support about this project</Trans>,
  };
}
