import * as v from 'valibot';
import { reportComparisons, reportPeriod } from '#schemas/operator/report-calls.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the report. */
export const reportsSearch = v.object({
  /** Defaults to the current month. */
  period: v.fallback(v.optional(reportPeriod), undefined),
  against: urlChoice(reportComparisons),
  region: urlText(3),
});
