import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { ResultOf } from '#schemas/api/call.ts';
import { reportCalls } from '#schemas/operator/report-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { saveCsv } from '#console/parts/save-csv.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useShownCountry } from '#console/parts/use-country.ts';
import { useToday } from '#console/parts/use-today.ts';
import { ReportSubjectTable, type Subject } from './report-subject.tsx';
import { figureText, subjectTexts } from './report-texts.ts';
import { reportsSearch } from './reports-search.ts';

type Report = ResultOf<typeof reportCalls.readReport>;

/** Screen with the figures of one country for a month or a year, compared with another period. */
export function ReportsScreen() {
  const [state] = useUrlState(reportsSearch);
  const { region, choices } = useShownCountry('reports.read', state.region);
  return (
    <ScreenPage
      title={<Trans>Reports</Trans>}
      description={
        <Trans>Days are in the country’s time zone. Every point comes from the ledger.</Trans>
      }
    >
      {region === undefined ? (
        <EmptyState drawing="no-access" title={<Trans>No country</Trans>}>
          <Trans>Your roles don’t include a country’s reports.</Trans>
        </EmptyState>
      ) : (
        <RegionReport region={region} choices={choices} />
      )}
    </ScreenPage>
  );
}

function RegionReport({ region, choices }: { region: RegionId; choices: readonly RegionId[] }) {
  const { t } = useLingui();
  const [{ period, against }] = useUrlState(reportsSearch);
  const today = useToday();
  const chosenPeriod = period ?? today.slice(0, 'yyyy-mm'.length);
  const query = useOperatorQuery(reportCalls.readReport, {
    query: { region, period: chosenPeriod, against },
  });
  return (
    <div className="grid gap-4 p-4">
      <ReportChoice region={region} choices={choices} period={chosenPeriod} report={query.data} />
      <RecordQuery label={t`Loading the report`} query={query}>
        {(report) => <ReportTables report={report} region={region} />}
      </RecordQuery>
    </div>
  );
}

/** First year that can be chosen. The programme started in this year. */
const FIRST_YEAR = 2024;

interface ReportChoiceProps {
  readonly region: RegionId;
  /** Countries to choose from; empty if there is only one. */
  readonly choices: readonly RegionId[];
  readonly period: string;
  readonly report: Report | undefined;
}

function ReportChoice({ region, choices, period, report }: ReportChoiceProps) {
  const { t, i18n } = useLingui();
  const [{ against }, changeSearch] = useUrlState(reportsSearch);
  const thisYear = Number(useToday().slice(0, 4));
  const [year = '', month = ''] = period.split('-');
  const lastYear = Math.max(thisYear, Number(year));
  // A link can show any year.
  const firstYear = Math.min(FIRST_YEAR, Number(year));
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
    String(lastYear - index),
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {choices.length > 0 && (
        <div className="w-52">
          <SelectField
            label={t`Shown country`}
            options={choices.map((id) => ({ value: String(id), label: countryText(i18n, id) }))}
            value={String(region)}
            onChange={({ target }) => changeSearch({ region: target.value })}
          />
        </div>
      )}
      <div className="w-32">
        <SelectField
          label={t`Year`}
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={({ target }) =>
            changeSearch({ period: [target.value, month].filter(Boolean).join('-') })
          }
        />
      </div>
      <div className="w-44">
        <SelectField
          label={t`Month`}
          placeholder={t`Whole year`}
          options={monthOptions(i18n)}
          value={month}
          onChange={({ target }) =>
            changeSearch({ period: [year, target.value].filter(Boolean).join('-') })
          }
        />
      </div>
      <div className="w-60">
        <SelectField
          label={t`Compare with`}
          options={[
            { value: 'before', label: t`The period before` },
            { value: 'year_before', label: t`The same period a year earlier` },
          ]}
          value={against ?? 'before'}
          onChange={({ target }) =>
            changeSearch({ against: target.value === 'year_before' ? 'year_before' : undefined })
          }
        />
      </div>
      <div className="ms-auto">
        <Button
          variant="secondary"
          icon={<Download />}
          disabled={report === undefined}
          onClick={() => report && saveReport(i18n, region, period, report)}
        >
          <Trans>Export</Trans>
        </Button>
      </div>
    </div>
  );
}

function monthOptions(i18n: I18n) {
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: i18n.date(new Date(2026, index, 15), { month: 'long' }),
  }));
}

/** Formats a period that is a month or a year. */
function periodText(i18n: I18n, { from, until }: Report['period']): string {
  const day = new Date(`${from}T12:00:00`);
  if (from.slice(0, 7) === until.slice(0, 7))
    return i18n.date(day, { month: 'long', year: 'numeric' });
  return from.slice(0, 4);
}

interface ReportTablesProps {
  readonly report: Report;
  readonly region: RegionId;
}

function ReportTables({ report, region }: ReportTablesProps) {
  const { i18n } = useLingui();
  const [periodName, comparedPeriodName] = [
    periodText(i18n, report.period),
    periodText(i18n, report.compared),
  ];
  return (
    <div className="grid items-start gap-6 desk:grid-cols-2">
      {report.subjects.map((subject: Subject) => (
        <ReportSubjectTable
          key={subject.subject}
          subject={subject}
          series={report.series.find((series) => series.subject === subject.subject)}
          step={report.step}
          period={report.period}
          comparedPeriod={report.compared}
          region={region}
          periodName={periodName}
          comparedPeriodName={comparedPeriodName}
        />
      ))}
    </div>
  );
}

/** Downloads all figures of both periods as a CSV file. */
function saveReport(i18n: I18n, region: RegionId, period: string, report: Report): void {
  const [currentDays, comparedDays] = [report.period, report.compared].map(
    ({ from, until }) => `${from} – ${until}`,
  );
  const rows = report.subjects.flatMap(({ subject, figures }) =>
    figures.map(({ figure, value, compared: comparedValue }) => [
      i18n._(subjectTexts[subject].title),
      figureText(i18n, subject, figure),
      String(value ?? ''),
      String(comparedValue ?? ''),
    ]),
  );
  saveCsv(`${countryText(i18n, region)} ${period}`, [
    ['', '', currentDays ?? '', comparedDays ?? ''],
    ...rows,
  ]);
}
