import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { bulkCalls, MAX_LISTED_FAILURES } from '#schemas/operator/bulk-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { problemText, useErrorText } from '#console/data/error-texts.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { bulkText } from './action-texts.ts';
import { ConsoleLink } from './console-link.tsx';
import { recordHref } from './record-links.ts';
import { SideSheet } from './side-sheet.tsx';

interface BulkFailuresProps {
  /** Id of the job; null while the panel is closed. */
  readonly job: string | null;
  readonly onClose: () => void;
}

/** A record's name, linked to its screen. */
function RecordLink({ href, label }: { href: string | null; label: string }) {
  if (href === null) return label;
  return (
    <ConsoleLink href={href} className="text-info underline">
      {label}
    </ConsoleLink>
  );
}

/** The failed rows of a bulk action, each with its reason. */
export function BulkFailures({ job, onClose }: BulkFailuresProps) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const { data, error } = useOperatorQuery(
    bulkCalls.getBulkJob,
    { params: { id: job ?? '' } },
    { fresh: 'queue', enabled: job !== null },
  );
  const failures = data?.failures ?? [];
  return (
    <SideSheet
      isOpen={job !== null}
      onClose={onClose}
      title={t`Failed rows`}
      description={data ? bulkText(i18n, data.act) : undefined}
    >
      <ErrorBlock messages={error ? [errorText(error)] : []} />
      {data && failures.length === 0 && (
        <p>
          <Trans>No row has failed.</Trans>
        </p>
      )}
      {failures.length > 0 && (
        <table className="w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-3 [&_td]:align-top [&_th]:py-2 [&_th]:pe-3 [&_th]:text-start">
          <thead className="text-ink-soft">
            <tr>
              <th scope="col">
                <Trans>Record</Trans>
              </th>
              <th scope="col">
                <Trans>Problem</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ record, label, problem }) => (
              <tr key={record}>
                <th scope="row" className="border-t border-line font-medium break-long">
                  <RecordLink href={recordHref(data?.record_kind ?? null, record)} label={label} />
                </th>
                <td>
                  {problem === 'conflict' ? (
                    <Trans>The record’s status doesn’t allow this. Nothing was changed.</Trans>
                  ) : (
                    problemText(i18n, problem)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.failed > MAX_LISTED_FAILURES && (
        <p className="text-small text-ink-soft">
          <Plural
            value={data.failed - MAX_LISTED_FAILURES}
            one="# more row has failed."
            other="# more rows have failed."
          />
        </p>
      )}
    </SideSheet>
  );
}
