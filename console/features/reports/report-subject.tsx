import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { addDays } from '#schemas/calendar-day.ts';
import type { RegionId } from '#schemas/regions.ts';
import type { reportCalls } from '#schemas/operator/report-calls.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { searchText } from '#console/parts/url-state.ts';
import { figureText, subjectTexts } from './report-texts.ts';

type Report = ResultOf<typeof reportCalls.readReport>;
export type Subject = Report['subjects'][number];
type Figure = Subject['figures'][number];

interface ReportSubjectTableProps {
  readonly subject: Subject;
  readonly period: Report['period'];
  /** The earlier period. */
  readonly compared: Report['period'];
  readonly region: RegionId;
  /** True if the other screens' lists only have the report's country. */
  readonly hasLists: boolean;
  /** Names of both periods. */
  readonly now: string;
  readonly before: string;
}

/** Figures of a subject in both periods. */
export function ReportSubjectTable(props: ReportSubjectTableProps) {
  const { subject, now, before } = props;
  const { t, i18n } = useLingui();
  const { title, hint } = subjectTexts[subject.subject];
  const rows = subject.figures.filter(({ figure }) => figure !== 'closing');
  const closing = subject.figures.find(({ figure }) => figure === 'closing');
  const name = (figure: string) => figureText(i18n, subject.subject, figure);
  return (
    <div className="grid min-w-0 gap-1.5">
      <h2 className="text-title font-semibold">{i18n._(title)}</h2>
      {hint && <p className="text-small text-ink-soft">{i18n._(hint)}</p>}
      <RowsTable
        label={i18n._(title)}
        rows={rows}
        rowId={({ figure }) => figure}
        columns={[
          { id: 'figure', header: t`Figure`, cell: ({ figure }) => name(figure) },
          {
            ...{ id: 'now', header: now, isNumber: true },
            cell: (row) => <Value {...props} figure={row} value={row.value} />,
          },
          {
            ...{ id: 'before', header: before, isNumber: true },
            cell: (row) => (
              <Value {...props} figure={row} value={row.compared} period={props.compared} />
            ),
          },
          {
            ...{ id: 'change', header: t`Change`, isNumber: true },
            cell: (row) => changeText(i18n, row),
          },
        ]}
        {...(closing && {
          foot: [
            name('closing'),
            <Value key="now" {...props} figure={closing} value={closing.value} />,
            <Value
              key="before"
              {...props}
              figure={closing}
              value={closing.compared}
              period={props.compared}
            />,
            changeText(i18n, closing),
          ],
        })}
      />
    </div>
  );
}

/** A figure's value, linked to the list of counted records if there is one. */
function Value({
  subject: { subject },
  figure: { figure },
  value,
  period,
  hasLists,
  region,
}: ReportSubjectTableProps & {
  readonly figure: Figure;
  readonly value: number | null;
}): ReactNode {
  const { i18n } = useLingui();
  const session = useSession();
  const orders = subject === 'orders' ? orderLists[figure] : undefined;
  const text = numberText(i18n, value);
  if (subject === 'points' && hasRight(session, 'points.read'))
    return (
      <ConsoleLink
        href={`/ledger?${searchText({ region: String(region), ...ledgerLines(figure, period) })}`}
        className="text-info underline-offset-4 hover:underline"
      >
        {text}
      </ConsoleLink>
    );
  if (!hasLists || orders === undefined || !hasRight(session, 'orders.read')) return text;
  return (
    <ConsoleLink
      href={`/orders?${searchText({ ...orders, ...period })}`}
      className="text-info underline-offset-4 hover:underline"
    >
      {text}
    </ConsoleLink>
  );
}

/** Ledger filter for a points figure. */
function ledgerLines(figure: string, { from, until }: Report['period']) {
  if (figure === 'opening') return { until: addDays(from, -1) };
  return figure === 'closing' ? { until } : { part: figure, from, until };
}

/** Order list filter for each figure that counts orders. */
const orderLists: Readonly<Record<string, { readonly state?: string }>> = {
  placed: {},
  in_progress: { state: 'open' },
  done: { state: 'positive' },
  rejected: { state: 'negative' },
};

/** Formats a whole number; a dash for none. */
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
