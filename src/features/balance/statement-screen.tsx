import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import * as v from 'valibot';
import { addDays, dayIn, startOfUtcDay } from '#schemas/calendar-day.ts';
import { currencyOf } from '#schemas/currencies.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { saveFile } from '#src/data/device/save-and-share-file.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { oneOf } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { DetailList, Facts } from '#src/ui/lists/detail-list.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { Points } from '#src/ui/points.tsx';
import { reasonText } from './ledger-lines.ts';
import { LedgerPoints } from './order-sheet.tsx';
import { projectStreets, wholeLedger } from './queries.ts';
import {
  adjacentPeriod,
  createStatement,
  type Period,
  type PeriodLength,
  periodAt,
  periodLengths,
  type Statement,
  toCsv,
} from './statement.ts';

/** Search parameters: the period's length, and its first month (`2026-10`; the current one if missing). */
const statementView = v.object({
  group: oneOf(periodLengths, 'month'),
  month: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), ''), ''),
});

/** `/balance/statement`: the company's points in a period, from the ledger on the device. */
export function StatementScreen() {
  const { t } = useLingui();
  const clock = useRegionalClock();
  const company = useSingleton('self')?.company.name;
  const ledger = useLiveQuery(wholeLedger, []);
  const { view, change } = useListSearch('/balance/statement', statementView);
  const today = dayIn(clock.region, clock.now);
  const period = periodAt(view.group, view.month === '' ? today : `${view.month}-01`);
  const periodName = usePeriodName(view.group, period);
  usePageTitle(t`Statement`);
  const goTo = (length: PeriodLength, { first }: Period) =>
    change({ group: length, month: first.slice(0, 7) }, { replace: true });
  const oldestDay = ledger?.[0] ? dayIn(clock.region, Date.parse(ledger[0].created_at)) : today;
  return (
    <Page title={<Trans>Statement</Trans>} subtitle={company}>
      <div className="space-y-5">
        <div className="print:hidden">
          <FilterChips
            label={t`Period`}
            options={[
              { value: 'month', label: t`Month` },
              { value: 'quarter', label: t`Quarter` },
              { value: 'year', label: t`Year` },
            ]}
            value={view.group}
            onValueChange={(value) => {
              const length = periodLengths.find((option) => option === value) ?? 'month';
              goTo(length, periodAt(length, period.first));
            }}
          />
        </div>
        <div className="flex items-center justify-between gap-2">
          <IconButton
            label={t`Previous period`}
            icon={<ChevronLeft />}
            disabled={period.first <= oldestDay}
            onClick={() => goTo(view.group, adjacentPeriod(view.group, period, -1))}
          />
          <h2 aria-live="polite" className="text-center text-title font-semibold">
            {periodName}
          </h2>
          <IconButton
            label={t`Next period`}
            icon={<ChevronRight />}
            disabled={period.next > today}
            onClick={() => goTo(view.group, adjacentPeriod(view.group, period, 1))}
          />
        </div>
        <IncompleteNotice />
        {ledger && (
          <StatementOfPeriod
            statement={createStatement(ledger, period, clock.region)}
            period={period}
          />
        )}
      </div>
    </Page>
  );
}

/** Name of a period in the person's language: "October 2026", "October – December 2026", "2026". */
function usePeriodName(length: PeriodLength, { first, next }: Period): string {
  const { i18n } = useLingui();
  const yearMonthFormat = new Intl.DateTimeFormat(formattingLocale(i18n.locale), {
    ...(length !== 'year' && { month: 'long' }),
    year: 'numeric',
    timeZone: 'UTC',
  });
  const name = yearMonthFormat.formatRange(startOfUtcDay(first), startOfUtcDay(addDays(next, -1)));
  return name.charAt(0).toLocaleUpperCase(formattingLocale(i18n.locale)) + name.slice(1);
}

/** Warns if the device doesn't have the whole ledger. */
function IncompleteNotice() {
  const state = useCollectionState('ledger');
  if (state === 'empty') return null;
  return (
    <Banner tone="info">
      {state === 'loading' ? (
        <Trans>Your points history is still loading, so the amounts may change.</Trans>
      ) : (
        <Trans>
          Part of your points history isn’t on this device yet. Connect to complete the statement.
        </Trans>
      )}
    </Banner>
  );
}

interface StatementOfPeriodProps {
  statement: Statement<LedgerDocument>;
  period: Period;
}

function StatementOfPeriod({ statement, period }: StatementOfPeriodProps) {
  const { t } = useLingui();
  const projectIds = statement.lines.flatMap(({ entry }) => entry.project_uuid ?? []);
  const streets = useLiveQuery(
    (account) => projectStreets(account, projectIds),
    [projectIds.join()],
  );
  const saveCsv = useSaveCsv(statement, period, streets);
  return (
    <>
      <Card>
        <Totals statement={statement} />
      </Card>
      <div className="grid gap-2 sm:grid-cols-2 print:hidden">
        <Button variant="secondary" icon={<Download />} onClick={saveCsv}>
          {t`Save as CSV`}
        </Button>
        <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
          {t`Print or save as PDF`}
        </Button>
      </div>
      <Section title={t`Entries`}>
        <Entries statement={statement} streets={streets} />
      </Section>
    </>
  );
}

/** Opening balance, changes and closing balance; also in money if the region sets a value. */
function Totals({ statement }: { statement: Statement<LedgerDocument> }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const money = useMoney();
  const balance = (points: number) => (
    <Points number={format.number(points)} label={format.points(points)} />
  );
  const changes = [
    ...statement.earned.map(({ reason, points }) => ({ term: reasonText(reason, i18n), points })),
    { term: t`Spent on orders`, points: statement.spent },
    { term: t`Expired`, points: statement.expired },
    { term: t`Corrections`, points: statement.corrected },
  ];
  return (
    <DetailList
      items={[
        { term: <Trans>Opening balance</Trans>, detail: balance(statement.opening) },
        ...changes
          .filter(({ points }) => points !== 0)
          .map(({ term, points }) => ({ term, detail: <LedgerPoints points={points} /> })),
        { term: <Trans>Closing balance</Trans>, detail: balance(statement.closing) },
        ...(money === null
          ? []
          : [
              {
                term: <Trans>Closing balance in money</Trans>,
                detail: money.text(statement.closing),
              },
            ]),
      ]}
    />
  );
}

interface EntriesProps {
  statement: Statement<LedgerDocument>;
  /** Addresses of projects by id. */
  streets: ReadonlyMap<string, string> | undefined;
}

function Entries({ statement, streets }: EntriesProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { region } = useRegionalClock();
  if (statement.lines.length === 0) {
    return (
      <p className="text-ink-soft">
        <Trans>There are no entries in this period.</Trans>
      </p>
    );
  }
  return (
    <Card padded={false}>
      <table className="w-full text-start tnum">
        <thead className="text-small text-ink-soft">
          <tr>
            <th scope="col" className="px-4 py-3 text-start font-medium">
              <Trans>Entry</Trans>
            </th>
            <th scope="col" className="px-2 py-3 text-end font-medium">
              <Trans>Points</Trans>
            </th>
            <th scope="col" className="px-4 py-3 text-end font-medium">
              <Trans>Balance</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {statement.lines.map(({ entry, points, balance }) => (
            <tr key={entry.uuid}>
              <td className="px-4 py-3 break-long">
                <span className="block leading-tight font-semibold">{reasonText(entry, i18n)}</span>
                <span className="block text-small text-ink-soft">
                  <Facts
                    facts={[
                      format.day(dayIn(region, Date.parse(entry.created_at))),
                      streets?.get(entry.project_uuid ?? ''),
                    ]}
                  />
                </span>
              </td>
              <td className="px-2 py-3 text-end align-top">
                <LedgerPoints points={points} isReserved={entry.variation === 'reserved'} />
              </td>
              <td className="px-4 py-3 text-end align-top">
                <Points number={format.number(balance)} label={format.points(balance)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Converts points to the region's currency; null if the region sets no value. */
function useMoney() {
  const { i18n } = useLingui();
  const { region } = useRegionalClock();
  const valuePerPoint = useSingleton('configuration')?.point_value;
  if (valuePerPoint === undefined) return null;
  const currency = currencyOf(region);
  const amount = (points: number) => (points * valuePerPoint) / 100;
  const currencyFormat = new Intl.NumberFormat(formattingLocale(i18n.locale), {
    style: 'currency',
    currency,
  });
  return { currency, amount, text: (points: number) => currencyFormat.format(amount(points)) };
}

/** Returns a function that saves the statement as a CSV file. */
function useSaveCsv(
  statement: Statement<LedgerDocument>,
  period: Period,
  streets: ReadonlyMap<string, string> | undefined,
): () => void {
  const { t, i18n } = useLingui();
  const { region } = useRegionalClock();
  const money = useMoney();
  const lastDay = addDays(period.next, -1);
  return () => {
    const currency = money?.currency ?? '';
    const amount = (points: number) => (money ? [money.amount(points)] : []);
    const header = [t`Date`, t`Reason`, t`Project`, t`Points`, t`Balance`];
    const balanceRow = (day: string, name: string, points: number) => [
      day,
      name,
      '',
      '',
      points,
      ...amount(points),
    ];
    const rows = [
      money ? [...header, t`Balance in ${currency}`] : header,
      balanceRow(period.first, t`Opening balance`, statement.opening),
      ...statement.lines.map(({ entry, points, balance }) => [
        dayIn(region, Date.parse(entry.created_at)),
        reasonText(entry, i18n),
        streets?.get(entry.project_uuid ?? '') ?? '',
        points,
        balance,
        ...amount(balance),
      ]),
      balanceRow(lastDay, t`Closing balance`, statement.closing),
    ];
    const csv = toCsv(rows, i18n.locale);
    saveFile(new Blob([csv], { type: 'text/csv' }), `points-${period.first}-${lastDay}.csv`);
  };
}
