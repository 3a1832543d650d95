import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  importCalls,
  type ImportRecord,
  importRejectsPath,
  MAX_LISTED_REJECTS,
} from '#schemas/operator/import-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { DownloadLink } from '#console/parts/download-link.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { EmptyPart, RecordPage } from '#console/parts/record/record-page.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScrollRegion } from '#console/parts/scroll-region.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { ColumnsPart } from './columns-part.tsx';
import { useImportActions } from './import-actions.tsx';
import {
  awardedText,
  bytesText,
  importCountryText,
  importKindText,
  importProblemText,
  isRunning,
  isUploaded,
  recordStateText,
  rowProblemText,
  stateText,
  stateTone,
} from './import-texts.ts';
import { importSearch } from './imports-search.ts';
import { UploadPart } from './upload-part.tsx';

/** Polling interval for the progress, in ms. */
const PROGRESS_MS = 1000;

/** An import: upload, columns, progress and actions. */
export function ImportScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(
    importCalls.readImport,
    { params: { id } },
    { fresh: 'queue', pollMs: (record) => (record && isRunning(record) ? PROGRESS_MS : null) },
  );
  return (
    <RecordQuery isScreen label={t`Loading the import`} query={query}>
      {(record) => <ImportPage key={record.id} record={record} />}
    </RecordQuery>
  );
}

function ImportPage({ record }: { record: ImportRecord }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(importSearch);
  const errorText = useErrorText();
  const { buttons, error } = useImportActions(record);
  return (
    <RecordPage
      list={{ href: '/imports', title: t`Imports` }}
      title={record.file_name}
      presence={{ kind: 'import', id: record.id }}
      badges={<Badge tone={stateTone(record.state)}>{recordStateText(i18n, record)}</Badge>}
      notice={<ErrorBlock messages={error ? [errorText(error)] : []} />}
      actions={buttons}
      facts={importFacts(i18n, record)}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        { id: 'steps', title: t`Steps`, content: <Steps record={record} /> },
        { id: 'rejected', title: t`Rejected rows`, content: <RejectedRows record={record} /> },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: <Timeline call={importCalls.listImportTimeline} id={record.id} />,
        },
      ]}
    />
  );
}

function Steps({ record }: { record: ImportRecord }) {
  const { i18n } = useLingui();
  const { state, phase, problem } = record;
  const isCheckEnded = (state === 'stopped' || state === 'failed') && phase === 'checking';
  const canCheck = isUploaded(record) && (['uploading', 'checked'].includes(state) || isCheckEnded);
  return (
    <div className="flex flex-col gap-6">
      {problem !== null && (
        <Banner tone="warn">
          <p>{importProblemText(i18n, problem)}</p>
        </Banner>
      )}
      {record.open_approval !== null && (
        <Banner tone="info">
          <p>
            {state === 'checked' ? (
              <Trans>A second person must approve the import. Nothing is stored until then.</Trans>
            ) : (
              <Trans>A second person must approve this before the import is taken back.</Trans>
            )}
          </p>
        </Banner>
      )}
      {state === 'uploading' && !isUploaded(record) && <UploadPart record={record} />}
      {isRunning(record) && <Progress record={record} />}
      {record.checked.rows > 0 && <Counts record={record} />}
      {canCheck && record.open_approval === null && <ColumnsPart record={record} />}
      {state === 'expired' && (
        <p>
          <Trans>The file was deleted after 30 days. Start a new import.</Trans>
        </p>
      )}
    </div>
  );
}

function Progress({ record }: { record: ImportRecord }) {
  const { t, i18n } = useLingui();
  const { state, applied, taken_back: removedCount, kept: keptCount } = record;
  const isTakingBack = state === 'taking_back';
  const [value, max] = isTakingBack
    ? [removedCount + keptCount, Math.max(applied.new_rows, 1)]
    : [record.read_bytes, record.bytes];
  const percent = i18n.number(value / max, { style: 'percent' });
  return (
    <div className="max-w-narrow">
      <ProgressBar
        label={stateText(i18n, state)}
        value={value}
        max={max}
        countText={t`${percent} done`}
      />
    </div>
  );
}

/**
 * Points that the file awards, and the number of companies that get them, so that the operator can check the total
 * against the order.
 */
function AwardedPoints({
  awards: { checked, applied, taken_back: removedTotals },
  id,
  region,
  isApplied,
}: {
  awards: NonNullable<ImportRecord['awards']>;
  id: string;
  region: ImportRecord['region'];
  isApplied: boolean;
}) {
  const { i18n } = useLingui();
  return (
    <DetailList
      items={[
        { term: <Trans>Points in the file</Trans>, detail: awardedText(i18n, checked) },
        ...(isApplied
          ? [
              {
                term: <Trans>Points in the ledger</Trans>,
                detail: (
                  <ConsoleLink
                    href={`/ledger?region=${region}&import=${id}`}
                    className="text-info underline"
                  >
                    {awardedText(i18n, applied)}
                  </ConsoleLink>
                ),
              },
            ]
          : []),
        ...(removedTotals > 0
          ? [{ term: <Trans>Points taken back</Trans>, detail: i18n.number(removedTotals) }]
          : []),
      ]}
    />
  );
}

/** Table with the numbers of new, already stored and rejected rows, for the check and for applying the import. */
function Counts({
  record: { id, kind, region, checked, applied, awards, taken_back: removedCount, kept: keptCount },
}: {
  record: ImportRecord;
}) {
  const { t, i18n } = useLingui();
  const number = (value: number) => i18n.number(value);
  const rows = [
    { name: t({ message: 'Check', context: 'step' }), counts: checked },
    ...(applied.rows > 0 ? [{ name: t`Application`, counts: applied }] : []),
  ];
  return (
    <div className="flex flex-col gap-2">
      <ScrollRegion label={t`Row counts`}>
        <table
          aria-label={t`Row counts`}
          className="w-full max-w-narrow text-small tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:ps-1.5 [&_td]:text-end [&_th]:py-2 [&_th]:text-end [&_th+th]:ps-1.5"
        >
          <thead className="text-ink-soft">
            <tr>
              <th scope="col" className="text-start!">
                <Trans>Step</Trans>
              </th>
              <th scope="col">
                <Trans>Rows</Trans>
              </th>
              <th scope="col">
                {kind === 'shop' ? (
                  <Trans context="rows">Changed</Trans>
                ) : (
                  <Trans context="rows">New</Trans>
                )}
              </th>
              <th scope="col">
                {kind === 'shop' ? (
                  <Trans context="rows">Unchanged</Trans>
                ) : (
                  <Trans context="rows">Stored before</Trans>
                )}
              </th>
              <th scope="col">
                <Trans context="rows">Rejected</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row" className="border-t border-line text-start! font-medium">
                  {name}
                </th>
                <td>{number(counts.rows)}</td>
                <td>{number(counts.new_rows)}</td>
                <td>{number(counts.known_rows)}</td>
                <td>{number(counts.rejected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {awards !== null && (
        <AwardedPoints awards={awards} id={id} region={region} isApplied={applied.rows > 0} />
      )}
      {removedCount + keptCount > 0 && (
        <p>
          <Trans>
            Taken back: {number(removedCount)}. Kept, because they were used or changed:{' '}
            {number(keptCount)}.
          </Trans>
        </p>
      )}
    </div>
  );
}

function RejectedRows({ record }: { record: ImportRecord }) {
  const { t, i18n } = useLingui();
  const { id, kind, rejects } = record;
  if (rejects.length === 0) return <EmptyPart />;
  return (
    <div className="flex flex-col gap-3">
      <DownloadLink
        href={importRejectsPath(id)}
        className={`${toolButtonClass} self-start bg-surface-sunken`}
      >
        <Trans>Download rejected rows</Trans>
      </DownloadLink>
      <ScrollRegion label={t`Rejected rows`}>
        <table
          aria-label={t`Rejected rows`}
          className="w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pe-4 [&_th]:py-1.5 [&_th]:pe-4 [&_th]:text-start"
        >
          <thead className="text-ink-soft">
            <tr>
              <th scope="col" className="w-24">
                <Trans context="file">Line</Trans>
              </th>
              <th scope="col">
                <Trans>Problem</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rejects.map(({ line, problem }) => (
              <tr key={line}>
                <td className="tabular-nums">{i18n.number(line)}</td>
                <td>{rowProblemText(i18n, kind, problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rejects.length === MAX_LISTED_REJECTS && (
        <p className="text-small text-ink-soft">
          <Trans>Only the first rows are shown. The file has all of them.</Trans>
        </p>
      )}
    </div>
  );
}

function importFacts(i18n: I18n, record: ImportRecord) {
  const { kind, region, bytes, created_by, created_at, finished_at: finishedAt, why } = record;
  return [
    {
      term: <Trans context="import">Content</Trans>,
      detail: importKindText(i18n, kind),
    },
    { term: <Trans>Country</Trans>, detail: importCountryText(i18n, region) },
    { term: <Trans context="file">Size</Trans>, detail: bytesText(i18n, bytes) },
    { term: <Trans context="operator">By</Trans>, detail: created_by.name },
    { term: <Trans>Created</Trans>, detail: timeText(i18n, created_at) },
    ...(finishedAt === null
      ? []
      : [{ term: <Trans>Last step ended</Trans>, detail: timeText(i18n, finishedAt) }]),
    { term: <Trans>Reason</Trans>, detail: why },
  ];
}
