import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { dayIn } from '#schemas/calendar-day.ts';
import { companyCalls, type LedgerPart } from '#schemas/operator/company-calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { LedgerRecord } from '#console/parts/ledger-record.tsx';
import { startOfDayIn } from '#console/parts/list-days.ts';
import { pointEventText } from '#console/parts/point-events.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { PartTable, type PartColumn } from '#console/parts/record/part-table.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { searchText, useUrlState } from '#console/parts/url-state.ts';
import { useToday } from '#console/parts/use-today.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { companySearch } from './companies-search.ts';
import type { CompanyFile } from './company-texts.ts';
import { CorrectPoints, CorrectionCell } from './correct-points.tsx';

type Points = ResultOf<typeof companyCalls.explainCompanyPoints>;
/** A number in the breakdown that links to its ledger entries. */
type PointPart = LedgerPart | 'opening';
type Line = ResultOf<typeof companyCalls.listCompanyLedger>['data'][number];

const partNames = {
  opening: msg`Opening`,
  earned: msg`Earned`,
  spent: msg`Spent`,
  expired: msg({ message: 'Expired', context: 'points' }),
  corrected: msg`Corrected`,
  balance: msg`Balance`,
} as const;

/** Returns the start and end of a year in the company's country, or no limits if no year is chosen. */
function periodOf(
  { region }: CompanyFile,
  year: string | undefined,
): { readonly from?: string; readonly until?: string } {
  if (year === undefined) return {};
  const startOf = (number: number) => startOfDayIn(region, `${number}-01-01`);
  return { from: startOf(Number(year)), until: startOf(Number(year) + 1) };
}

/** Filters for the ledger entries behind a number. */
function lineFilters(company: CompanyFile, year: string | undefined, part: PointPart | undefined) {
  const period = periodOf(company, year);
  return part === 'opening' ? { until: period.from } : { ...period, part };
}

/** Breakdown of the balance: each number links to its ledger entries. */
export function CompanyPoints({ company }: { company: CompanyFile }) {
  const { t } = useLingui();
  const [{ year }] = useUrlState(companySearch);
  const query = useOperatorQuery(
    companyCalls.explainCompanyPoints,
    { params: { id: company.id }, query: periodOf(company, year) },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the points`} query={query}>
      {(points) => <PointsBreakdown company={company} points={points} />}
    </RecordQuery>
  );
}

function PointsBreakdown({ company, points }: { company: CompanyFile; points: Points }) {
  const { t, i18n } = useLingui();
  const [{ year, part }, changeSearch] = useUrlState(companySearch);
  const yearOf = (time: string) =>
    Number(dayIn(regionCodeOf(company.region), Date.parse(time)).slice(0, 4));
  const firstEntryYear = yearOf(points.since ?? company.created_at);
  const currentYear = Number(useToday().slice(0, 4));
  const canCorrect = useCanCorrect(company);
  const firstYear = Math.min(firstEntryYear, yearOf(company.created_at));
  const years = Array.from({ length: currentYear - firstYear + 1 }, (_, index) =>
    String(currentYear - index),
  );
  // Without a year, no entries are before the period.
  const hasOpening = year !== undefined && points.since !== null && firstEntryYear < Number(year);
  const linkTo = (to: PointPart | undefined) =>
    `/companies/${company.id}?${searchText({ tab: 'points', year, part: to })}`;
  const numbers = [
    { id: 'opening', sign: '' },
    { id: 'earned', sign: '+' },
    { id: 'spent', sign: '−' },
    { id: 'expired', sign: '−' },
    { id: 'corrected', sign: '±' },
    { id: 'balance', sign: '=' },
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-44">
          <SelectField
            label={t`Period`}
            options={[
              { value: '', label: t`Everything` },
              ...years.map((value) => ({ value, label: value })),
            ]}
            value={year ?? ''}
            onChange={({ target }) =>
              changeSearch({
                year: target.value || undefined,
                // Only a year has an opening balance.
                part: part === 'opening' ? undefined : part,
              })
            }
          />
        </div>
        {canCorrect && <CorrectPoints company={company} corrections={points.corrections} />}
      </div>
      <dl className="flex flex-wrap gap-x-2 gap-y-3 rounded-card bg-surface-raised p-4 card-rise">
        {numbers.map(({ id, sign }) => (
          <div key={id} className="min-w-24 flex-1">
            <dt className="text-small text-ink-soft">
              {sign} {i18n._(partNames[id])}
            </dt>
            <dd className="text-title font-semibold tnum">
              {id === 'opening' && !hasOpening ? (
                i18n.number(points.opening)
              ) : (
                <ConsoleLink
                  href={linkTo(id === 'balance' ? undefined : id)}
                  aria-current={(part ?? 'balance') === id ? 'true' : undefined}
                  className="text-info underline-offset-4 hover:underline aria-current:underline"
                >
                  {/* Spent and expired points are negative; their minus sign is shown before the name
                       instead. */}
                  {i18n.number(sign === '−' ? 0 - points[id] : points[id])}
                </ConsoleLink>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Ledger company={company} points={points} />
    </div>
  );
}

function useCanCorrect({ region }: CompanyFile): boolean {
  return regionsWithRight(useSession(), 'points.correct').includes(region);
}

function Ledger({ company, points }: { company: CompanyFile; points: Points }) {
  const { t, i18n } = useLingui();
  const [{ year, part }] = useUrlState(companySearch);
  const list = useOperatorList(companyCalls.listCompanyLedger, lineFilters(company, year, part), {
    params: { id: company.id },
    fresh: 'queue',
  });
  const canCorrect = useCanCorrect(company);
  const columns = useMemo(
    () => lineColumns(i18n, company, canCorrect),
    [i18n, company, canCorrect],
  );
  // Without a part, the list has all entries of the period, and their total excludes the opening balance.
  const sum = part === undefined ? points.balance - points.opening : points[part];
  const title = part === undefined ? t`All lines` : i18n._(partNames[part]);
  return (
    <PartTable
      label={title}
      columns={columns}
      list={list}
      rowId={({ id }) => id}
      footer={[<Trans key="sum">Total</Trans>, null, null, null, null, i18n.number(sum)]}
    />
  );
}

function lineColumns(i18n: I18n, company: CompanyFile, canCorrect: boolean): PartColumn<Line>[] {
  return [
    {
      id: 'at',
      header: i18n._(msg`Time`),
      cell: ({ at }) => timeText(i18n, at),
    },
    { id: 'event', header: i18n._(msg`Reason`), cell: ({ event }) => pointEventText(i18n, event) },
    { id: 'part', header: i18n._(msg`Part`), cell: ({ part }) => i18n._(partNames[part]) },
    {
      id: 'record',
      header: i18n._(msg`Record`),
      cell: ({ order, project }) => <LedgerRecord order={order} project={project} />,
    },
    {
      id: 'correction',
      header: i18n._(msg`Correction`),
      cell: (line) => <CorrectionCell line={line} company={company} canCorrect={canCorrect} />,
    },
    {
      id: 'points',
      header: i18n._(msg`Points`),
      isNumber: true,
      cell: ({ points }) => i18n.number(points, { signDisplay: 'exceptZero' }),
    },
  ];
}
