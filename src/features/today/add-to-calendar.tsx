import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type EventTexts, jobEvent } from '#schemas/job-event.ts';
import { type Job, jobSubject } from '#schemas/jobs.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useRequest, useServerNow } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useRequestedItemName } from '#src/features/leads/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';

type DeviceJob = Job<LeadDocument, ProjectDocument>;

interface AddToCalendarProps {
  job: DeviceJob;
  /** True in a list of jobs, where the button's name must include the job. */
  isInList?: boolean;
}

/**
 * Saves the job as an all-day event, which the phone's calendar opens. Works offline. Hidden while the job has
 * no date.
 */
export function AddToCalendar({ job, isInList = false }: AddToCalendarProps) {
  const { t } = useLingui();
  const router = useRouter();
  const serverNow = useServerNow();
  const errorMessage = useErrorMessage();
  const texts = useEventTexts();
  const { date: day } = job;
  const saveRequest = useRequest(async () => {
    if (day === null) return;
    const { calendarFile } = await import('#schemas/calendar-file.ts');
    const url = new URL(router.buildLocation(pageOf(job)).href, location.origin).href;
    const event = jobEvent(job, { day, url, changedAt: serverNow(), texts });
    saveFile(new Blob([calendarFile([event])], { type: 'text/calendar' }), `${day}.ics`);
  });
  if (day === null) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<CalendarPlus />}
        busy={saveRequest.busy}
        onClick={() => void saveRequest.run()}
      >
        {isInList ? (
          <LabelFor subject={jobSubject(job)}>{t`Add to calendar`}</LabelFor>
        ) : (
          t`Add to calendar`
        )}
      </Button>
      <ErrorBlock
        messages={saveRequest.failure === null ? [] : [errorMessage(saveRequest.failure)]}
      />
    </>
  );
}

/** The job's page, where its details can be changed. */
export function pageOf({ lead, project, id }: DeviceJob): AppLink {
  if (lead?.state === 'refused' || project === null) return paths.lead(id);
  return paths.project(project.uuid);
}

/** Texts of a job's event, in the app's language. */
export function useEventTexts(): EventTexts {
  const { t } = useLingui();
  const productName = useRequestedItemName();
  const format = useFormat();
  return {
    title: (subject) => t`Installation: ${subject}`,
    productName,
    number: format.number,
  };
}

/** A button's label that also names the job to screen readers: "Call Anna Nowak". */
export function LabelFor({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <span>
      {children} <span className="sr-only">{subject}</span>
    </span>
  );
}
