import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import {
  type ErrorReport,
  errorReport,
  MAX_REPORTS,
  MAX_REPORT_COUNT,
  errorFingerprint,
} from '#schemas/error-report.ts';
import { deviceTime, wholeNumber } from '#schemas/primitives.ts';
import type { KeyValue } from '../ports.ts';

/** Storage key of unsent reports. */
export const REPORTS_KEY = 'club.errors';
/** Reports older than this, in ms, are dropped. */
export const REPORT_TTL_MS = 14 * DAY_MS;

/** Longest backoff, in ms. */
export const MAX_PAUSE_MS = DAY_MS;

const unsentReport = v.object({ report: errorReport, since: deviceTime });
const unsentReports = v.object({
  reports: v.pipe(v.array(unsentReport), v.maxLength(MAX_REPORTS)),
  /** Number of consecutive failures. */
  failures: wholeNumber,
  /** Earliest time of the next attempt; 0 if there is no pause. */
  nextTryAt: deviceTime,
});
type UnsentReports = v.InferOutput<typeof unsentReports>;

const NO_REPORTS: UnsentReports = { reports: [], failures: 0, nextTryAt: 0 };

/** Reads the unsent reports, without expired or unparsable ones. */
export function readUnsentReports(store: Pick<KeyValue, 'get'>, now: number): UnsentReports {
  const parsed = v.safeParse(unsentReports, parseReports(store));
  if (!parsed.success) return NO_REPORTS;
  const { failures, nextTryAt } = parsed.output;
  const reports = parsed.output.reports.filter(({ since }) => now - since < REPORT_TTL_MS);
  // If the next attempt is further ahead than the longest pause, the clock was set back after the attempt was
  // scheduled. The time is then ignored, so that the reports can be sent now.
  return { reports, failures, nextTryAt: nextTryAt > now + MAX_PAUSE_MS ? 0 : nextTryAt };
}

function parseReports(store: Pick<KeyValue, 'get'>): unknown {
  try {
    return JSON.parse(store.get(REPORTS_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Saves unsent reports; removes the entry if there are none and no pause is pending. */
export function saveUnsentReports(
  store: Pick<KeyValue, 'set' | 'remove'>,
  savedReports: UnsentReports,
): void {
  if (savedReports.reports.length === 0 && savedReports.nextTryAt === 0) store.remove(REPORTS_KEY);
  else store.set(REPORTS_KEY, JSON.stringify(savedReports));
}

/**
 * Adds a report. A repeated error only raises its count. If the list is full, the new report is dropped, because the
 * first errors are more likely to be the cause. Returns the same object if nothing changes.
 */
export function withReport(
  savedReports: UnsentReports,
  report: ErrorReport,
  now: number,
): UnsentReports {
  const key = errorFingerprint(report);
  const existingEntry = savedReports.reports.find(
    (entry) => errorFingerprint(entry.report) === key,
  );
  if (existingEntry) {
    if (existingEntry.report.count >= MAX_REPORT_COUNT) return savedReports;
    const countedReport = {
      ...existingEntry,
      report: { ...existingEntry.report, count: existingEntry.report.count + 1 },
    };
    return {
      ...savedReports,
      reports: savedReports.reports.map((entry) =>
        entry === existingEntry ? countedReport : entry,
      ),
    };
  }
  if (savedReports.reports.length >= MAX_REPORTS) return savedReports;
  return { ...savedReports, reports: [...savedReports.reports, { report, since: now }] };
}

/** Removes sent reports. Keeps occurrences that were counted after the reports had been sent. */
export function withoutSentReports(
  savedReports: UnsentReports,
  sentReports: readonly ErrorReport[],
): UnsentReports {
  const counts = new Map(sentReports.map((report) => [errorFingerprint(report), report.count]));
  const reports = savedReports.reports.flatMap((entry) => {
    const remainingCount = entry.report.count - (counts.get(errorFingerprint(entry.report)) ?? 0);
    return remainingCount > 0
      ? [{ ...entry, report: { ...entry.report, count: remainingCount } }]
      : [];
  });
  return { ...savedReports, reports };
}
