import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MAX_PICKER_PROJECTS } from '#schemas/warranty-certificate.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import {
  certifiableProjects,
  type ProjectDocument,
  townOf,
} from '#src/features/projects/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { type ChoiceOption, RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { Wizard } from './use-wizard.ts';
import { WizardPage } from './wizard-page.tsx';

interface ProjectStepProps {
  wizard: Wizard;
  onPick: (projectId: string) => void;
}

/**
 * Step 1: lists the newest closed projects without a certificate, at most 10, and links to all closed projects if there
 * are more (spec 2 §9).
 */
export function ProjectStep({ wizard, onPick }: ProjectStepProps) {
  const { t } = useLingui();
  const { draft, dispatch, eligibility } = wizard;
  const reason =
    draft.project === null ? t`Choose a project first.` : t`Choose another project first.`;
  return (
    <WizardPage
      wizard={wizard}
      footer={
        <Button
          size="large"
          fullWidth
          disabledReason={!draft.asked && eligibility !== 'eligible' && reason}
          onClick={() => dispatch({ name: 'step_changed', step: 2 })}
        >
          <Trans>Next</Trans>
        </Button>
      }
    >
      <Picker wizard={wizard} onPick={onPick} />
    </WizardPage>
  );
}

function Picker({ wizard, onPick }: ProjectStepProps) {
  const { t } = useLingui();
  const { draft, project, eligibility } = wizard;
  // Load one more than the limit, to know if there are more.
  const projects = useLastDefined(
    useLiveQuery((account) => certifiableProjects(account, MAX_PICKER_PROJECTS + 1), []),
  );
  if (!projects || projects.length === 0) return <NoProjects isReading={!projects} />;
  const newestProjects = projects.slice(0, MAX_PICKER_PROJECTS);
  // A project opened from its own screen may be older than those listed.
  const isUnlisted =
    project !== null &&
    eligibility === 'eligible' &&
    !newestProjects.some(({ uuid }) => uuid === project.uuid);
  return (
    <div className="space-y-4">
      <RadioCards
        legend={t`Closed projects without a certificate`}
        value={draft.project}
        onValueChange={onPick}
        options={(isUnlisted ? [project, ...newestProjects] : newestProjects).map(optionOf)}
      />
      {projects.length > MAX_PICKER_PROJECTS && <AllProjects />}
    </div>
  );
}

function optionOf(project: ProjectDocument): ChoiceOption {
  return {
    value: project.uuid,
    title: project.street_name,
    description: (
      <>
        <span className="block">{townOf(project)}</span>
        <span className="block tnum">
          <Plural value={project.products_count} one="# product" other="# products" />
        </span>
      </>
    ),
  };
}

function AllProjects() {
  return (
    <div className="space-y-2">
      <p className="text-small text-ink-soft break-long">
        <Trans>
          These are the latest. For an older project, open the project and start from there.
        </Trans>
      </p>
      <LinkButton variant="secondary" fullWidth {...linkTo(paths.projects({ status: 'closed' }))}>
        <Trans>All closed projects</Trans>
      </LinkButton>
    </div>
  );
}

function NoProjects({ isReading }: { isReading: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="projects"
      isReading={isReading}
      skeleton={<SkeletonList label={t`Loading projects`} />}
      offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
    >
      <EmptyState
        drawing="empty-certificates"
        title={<Trans>No projects to certify</Trans>}
        action={
          <LinkButton variant="secondary" {...linkTo(paths.projects())}>
            <Trans>All projects</Trans>
          </LinkButton>
        }
      >
        <Trans>Closed projects without a certificate appear here.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
