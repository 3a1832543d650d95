import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { systemCalls } from '#schemas/operator/system-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { isFailed, jobTexts } from './system-texts.ts';

/** Number of failed messages, for the Today screen. */
export function FailedMessagesCard() {
  const { data, error } = useOperatorQuery(
    systemCalls.listFailedMessages,
    { query: { region: useCountry() } },
    { fresh: 'record' },
  );
  return (
    <NumberCard
      title={<Trans>Failed messages in 7 days</Trans>}
      href="/failed-messages"
      value={data ? data.failed : null}
      error={error}
    >
      {data && data.pending > 0 ? (
        <Plural
          value={data.pending}
          one="# more is being retried"
          other="# more are being retried"
        />
      ) : (
        data && <Trans>No others are being retried</Trans>
      )}
    </NumberCard>
  );
}

/** Number of failed jobs, for the Today screen. */
export function FailedJobsCard() {
  const { i18n } = useLingui();
  const { data, error } = useOperatorQuery(systemCalls.listJobs, {}, { fresh: 'record' });
  const failedJobs = data?.data.filter(isFailed) ?? [];
  const [firstJob] = failedJobs;
  return (
    <NumberCard
      title={<Trans>Failed jobs</Trans>}
      href="/jobs"
      value={data ? failedJobs.length : null}
      error={error}
    >
      {firstJob ? i18n._(jobTexts[firstJob.job]) : data && <Trans>All jobs work</Trans>}
    </NumberCard>
  );
}
