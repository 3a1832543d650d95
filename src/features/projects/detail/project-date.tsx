import { Trans, useLingui } from '@lingui/react/macro';
import { toJob } from '#schemas/jobs.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDateEdit, ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { canSetDate, hasDateConflict } from '#src/features/_shared/dates/rejected-date.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { DateSection } from '#src/features/_shared/dates/date-section.tsx';
import { AddToCalendar } from '#src/features/today/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';

/** The installation date of a project that isn't from a lead. Changing it works offline. */
export function ProjectDate({
  project,
  isEditable,
  isOpen,
}: {
  project: ProjectDocument;
  isEditable: boolean;
  /** True if the project is open, so that the calendar button is shown. */
  isOpen: boolean;
}) {
  const { projectCommands } = useAccount();
  const { uuid, installation_date: date } = project;
  return (
    <DateSection
      date={date}
      isEditable={isEditable}
      isRemovable
      action={isOpen && <AddToCalendar job={toJob<LeadDocument, ProjectDocument>(null, project)} />}
      onSave={(newDate) => projectCommands.setProjectDate(uuid, newDate, date)}
    />
  );
}

/** Lets the user choose between this device's rejected date and the server's. */
export function RejectedDateNotice({ project }: { project: ProjectDocument }) {
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const { uuid, date_edit: edit, date_refusal: refusal } = project;
  if (edit === null || refusal === null) return null;
  const isConflict = hasDateConflict(project);
  const runCommand = (command: Promise<void>) =>
    void command.catch((error: unknown) =>
      showToast({ tone: 'bad', subject: uuid, message: errorMessage(error) }),
    );
  const withdraw = () => runCommand(projectCommands.withdrawDate(uuid));
  return (
    <Banner
      tone="bad"
      live="polite"
      title={
        isConflict ? (
          <Trans>Someone else has changed the installation date</Trans>
        ) : (
          <Trans>The installation date wasn’t accepted</Trans>
        )
      }
      action={
        canSetDate(project) ? (
          <>
            <Button
              variant="secondary"
              onClick={() => runCommand(projectCommands.setProjectDate(uuid, edit.date))}
            >
              <Trans>Use my date</Trans>
            </Button>
            <Button variant="secondary" onClick={withdraw}>
              <Trans>Keep the other</Trans>
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={withdraw}>
            <Trans>Dismiss</Trans>
          </Button>
        )
      }
    >
      {!isConflict && <p>{errorMessage(refusal)}</p>}
      <DateComparison edit={edit} />
      <NextStep project={project} />
    </Banner>
  );
}

function DateComparison({ edit }: { edit: ProjectDateEdit }) {
  const { t } = useLingui();
  const format = useFormat();
  const textOf = (date: string | null) => (date === null ? t`no date` : format.day(date));
  const [ownDate, current] = [textOf(edit.date), textOf(edit.server_date)];
  return (
    <p>
      <Trans>
        Yours: {ownDate}. On the server: {current}.
      </Trans>
    </p>
  );
}

/** Explains what can be done if the date can't be set again. */
function NextStep({ project }: { project: ProjectDocument }) {
  if (canSetDate(project)) return null;
  if (project.date_refusal?.code === 'project_not_found')
    return (
      <p>
        <Trans>Dismiss this notice to remove the project from this phone.</Trans>
      </p>
    );
  if (!isProjectOpen(project.status.id))
    return (
      <p>
        <Trans>The date can’t be changed any more. If it matters, contact support.</Trans>
      </p>
    );
  return (
    <p>
      <Trans>The project will close without your date.</Trans>{' '}
      {project.closing?.released === false && (
        <Trans>To set it again, keep the project open first.</Trans>
      )}
    </p>
  );
}
