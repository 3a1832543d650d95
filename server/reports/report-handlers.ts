import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { reportFigures, type ReportSubject } from '#schemas/operator/report-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { runWhenIdle } from '../db/background-work.ts';
import { readFigures } from './report-figures.ts';
import { readPeriods } from './report-period.ts';
import { readSeries } from './report-series.ts';

/**
 * Reads all subjects from one snapshot of the database, so that their figures agree. Reading starts once no installers'
 * requests are waiting. Until then, the report doesn't occupy one of the operators' slots.
 */
const readReport: OperatorHandler<typeof operatorCalls.readReport> = async (
  { query: { region, period: text, against }, operator, waitOutside },
  { db, clock },
) => {
  requireRegion(operator, region);
  const { period, compared, step } = readPeriods(regionCodeOf(region), text, against);
  const names = Object.keys(reportFigures) as ReportSubject[];
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const readSubjects = () =>
    snapshot.execute(async (trx) => {
      const reports = [];
      for (const subject of names) {
        const [currentValues, comparedValues] = await readFigures[subject](trx, region, [
          period,
          compared,
        ]);
        const getValue = (values: typeof currentValues, figure: string) =>
          (values as Readonly<Record<string, number | null>> | undefined)?.[figure] ?? null;
        const figures = reportFigures[subject].map((figure) => ({
          figure,
          value: getValue(currentValues, figure),
          compared: getValue(comparedValues, figure),
        }));
        reports.push({ subject, figures });
      }
      const series = await readSeries(trx, region, { period, compared, step }, clock.now());
      return { period: period.days, compared: compared.days, subjects: reports, step, series };
    });
  return runWhenIdle(db, readSubjects, { waitOutside });
};

/** Countries' reports in the console. */
export const reportHandlers = { readReport } satisfies Partial<OperatorHandlers>;
