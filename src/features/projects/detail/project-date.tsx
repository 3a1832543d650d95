import { Trans, useLingui } from '@lingui/react/macro';
import { jobOf } from '#schemas/jobs.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
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
  /** Shows the calendar button. */
  isOpen: boolean;
}) {
  const { projectCommands } = useAccount();
  const { uuid, installation_date: date } = project;
  return (
    <DateSection
      date={date}
      isEditable={isEditable}
      isRemovable
      action={isOpen && <AddToCalendar job={jobOf<LeadDocument, ProjectDocument>(null, project)} />}
      onSave={(newDate) => projectCommands.setProjectDate(uuid, newDate)}
    />
  );
}

/** Lets the user choose between this device's rejected date and the server's. */
export function RejectedDateNotice({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const { uuid, date_edit: edit, refusal } = project;
  if (edit === null || project.state !== 'refused') return null;
  const isConflict = refusal?.code === 'conflict';
  const textOf = (date: string | null) => (date === null ? t`no date` : format.day(date));
  const [mine, current] = [textOf(edit.date), textOf(edit.server_date)];
  const act = (command: Promise<void>) =>
    void command.catch((error: unknown) =>
      showToast({ tone: 'bad', subject: uuid, message: errorMessage(error) }),
    );
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
        <>
          <Button
            variant="secondary"
            onClick={() => act(projectCommands.setProjectDate(uuid, edit.date))}
          >
            <Trans>Use my date</Trans>
          </Button>
          <Button variant="secondary" onClick={() => act(projectCommands.withdrawDate(uuid))}>
            <Trans>Keep the other</Trans>
          </Button>
        </>
      }
    >
      {!isConflict && <p>{errorMessage(refusal)}</p>}
      <p>
        <Trans>
          Yours: {mine}. On the server: {current}.
        </Trans>
      </p>
    </Banner>
  );
}
