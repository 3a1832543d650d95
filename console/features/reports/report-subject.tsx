import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { RegionId } from '#schemas/regions.ts';
import type { reportCalls } from '#schemas/operator/report-calls.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { PeriodChart } from '#console/parts/chart/period-chart.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { searchText } from '#console/parts/url-state.ts';
import { useToday } from '#console/parts/use-today.ts';
import { listLink } from './report-links.ts';
import { figureText, subjectTexts } from './report-texts.ts';

type Report = ResultOf<typeof reportCalls.readReport>;
export type Subject = Report['subjects'][number];
type Figure = Subject['figures'][number];
type Series = Report['series'][number];

interface ReportSubjectTableProps {
  readonly subject: Subject;
  /** The values of the charted figure. Undefined if the server sent none for the subject. */
  readonly series: Series | undefined;
  readonly step: Report['step'];
  readonly period: Report['period'];
  /** The period to compare with. */
  readonly comparedPeriod: Report['period'];
  readonly region: RegionId;
  /** Names of both periods. */
  readonly periodName: string;
  readonly comparedPeriodName: string;
}

/** A chart of a subject, and its figures in both periods. */
export function ReportSubjectTable(props: ReportSubjectTableProps) {
  const { subject, periodName, comparedPeriodName } = props;
  const { t, i18n } = useLingui();
  const { title, hint } = subjectTexts[subject.subject];
  const rows = subject.figures.filter(({ figure }) => figure !== 'closing');
  const closing = subject.figures.find(({ figure }) => figure === 'closing');
  const name = (figure: string) => figureText(i18n, subject.subject, figure);
  return (
    <div className="grid min-w-0 gap-1.5">
      <h2 className="text-title font-semibold">{i18n._(title)}</h2>
      {hint && <p className="text-small text-ink-soft">{i18n._(hint)}</p>}
      {props.series && <SubjectChart {...props} series={props.series} />}
      <RowsTable
        label={i18n._(title)}
        rows={rows}
        rowId={({ figure }) => figure}
        columns={[
          { id: 'figure', header: t`Figure`, cell: ({ figure }) => name(figure) },
          {
            ...{ id: 'period', header: periodName, isNumber: true },
            cell: (row) => <Value {...props} figure={row} value={row.value} />,
          },
          {
            ...{ id: 'compared', header: comparedPeriodName, isNumber: true },
            cell: (row) => (
              <Value {...props} figure={row} value={row.compared} period={props.comparedPeriod} />
            ),
          },
          {
            ...{ id: 'change', header: t`Change`, isNumber: true },
            cell: (row) => changeText(i18n, row),
          },
        ]}
        {...(closing && {
          footer: [
            name('closing'),
            <Value key="period" {...props} figure={closing} value={closing.value} />,
            <Value
              key="compared"
              {...props}
              figure={closing}
              value={closing.compared}
              period={props.comparedPeriod}
            />,
            changeText(i18n, closing),
          ],
        })}
      />
    </div>
  );
}

/** Highest number of days in a month. */
const MAX_DAYS = 31;

/** Chart of a subject's main figure, for each day of a month or each month of a year. */
function SubjectChart(props: ReportSubjectTableProps & { readonly series: Series }) {
  const { t, i18n } = useLingui();
  const { subject, series, step, periodName, comparedPeriodName } = props;
  const labels =
    step === 'month'
      ? Array.from({ length: 12 }, (_, index) =>
          i18n.date(new Date(2026, index, 15), { month: 'short' }),
        )
      : Array.from({ length: MAX_DAYS }, (_, index) => i18n.number(index + 1));
  return (
    <PeriodChart
      title={figureText(i18n, subject.subject, series.figure)}
      periodName={periodName}
      comparedPeriodName={comparedPeriodName}
      values={series.values}
      compared={series.compared}
      stepName={step === 'month' ? t`Month` : t`Day`}
      labels={labels}
    />
  );
}

/** A figure's value, linked to the list of counted records if there is one. */
function Value({
  subject: { subject },
  figure: { figure },
  value,
  period,
  region,
}: ReportSubjectTableProps & {
  readonly figure: Figure;
  readonly value: number | null;
}): ReactNode {
  const { i18n } = useLingui();
  const session = useSession();
  const isCurrent = period.until >= useToday();
  const link = listLink({ subject, figure, period, isCurrent });
  const text = numberText(i18n, value);
  if (link === null || !hasRight(session, link.right)) return text;
  return (
    <ConsoleLink
      href={`${link.path}?${searchText({ region: String(region), ...link.search })}`}
      className="text-info underline-offset-4 hover:underline"
    >
      {text}
    </ConsoleLink>
  );
}

/** Formats a whole number, or null as a dash. */
const numberText = (i18n: I18n, value: number | null) =>
  value === null ? '–' : i18n.number(value);

/** Formats the change from the other period, such as `+12 (+8 %)`. */
function changeText(i18n: I18n, { value, compared: comparedValue }: Figure): ReactNode {
  if (value === null || comparedValue === null) return '–';
  const difference = value - comparedValue;
  const number = i18n.number(difference, { signDisplay: 'exceptZero' });
  if (difference === 0 || comparedValue === 0) return number;
  const part = i18n.number(difference / Math.abs(comparedValue), {
    ...{ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 },
  });
  return (
    <Trans>
      {number} ({part})
    </Trans>
  );
}
