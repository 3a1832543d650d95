import { Trans, useLingui } from '@lingui/react/macro';
import { type ListedJob, systemCalls } from '#schemas/operator/system-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { isFailed, jobStates, jobTexts } from './system-texts.ts';

/** Scheduled jobs with their last success, failed ones first. */
export function JobsScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(systemCalls.listJobs, {}, { fresh: 'queue' });
  return (
    <ScreenPage
      title={<Trans>Jobs</Trans>}
      description={
        <Trans>
          Tasks that the server runs automatically. It retries a failed job within five minutes.
        </Trans>
      }
    >
      <div className="p-4 pb-[calc(2.5rem+var(--toast-block))]">
        <RecordQuery label={t`Loading the list`} query={query}>
          {({ data }) => <JobsTable jobs={data} />}
        </RecordQuery>
      </div>
    </ScreenPage>
  );
}

function JobsTable({ jobs }: { readonly jobs: readonly ListedJob[] }) {
  const { t, i18n } = useLingui();
  const rows = jobs.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  const timeOrDash = (at: string | null) => (at === null ? '–' : timeText(i18n, at));
  return (
    <RowsTable<ListedJob>
      label={t`Jobs`}
      rows={rows}
      rowId={({ job }) => job}
      columns={[
        {
          id: 'state',
          header: t`Status`,
          cell: ({ state }) => (
            <Badge tone={jobStates[state].tone}>{i18n._(jobStates[state].text)}</Badge>
          ),
        },
        {
          id: 'job',
          header: t`Job`,
          cell: ({ job }) => <span className="wrap-break-word">{i18n._(jobTexts[job])}</span>,
        },
        {
          id: 'name',
          header: t`Name in the log`,
          cell: ({ job }) => <span className="whitespace-nowrap">{job}</span>,
        },
        { id: 'success', header: t`Last success`, cell: (job) => timeOrDash(job.succeeded_at) },
        { id: 'since', header: t`Failing since`, cell: (job) => timeOrDash(job.failing_since) },
        {
          id: 'failures',
          header: t`Failures since`,
          isNumber: true,
          cell: ({ failures }) => i18n.number(failures),
        },
        { id: 'failure', header: t`Code`, cell: ({ failure }) => failure ?? '–' },
      ]}
    />
  );
}
