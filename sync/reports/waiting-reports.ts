import * as v from 'valibot';
import {
  type ErrorReport,
  errorReport,
  MOST_REPORTS,
  MOST_TIMES,
  sameErrorKey,
} from '#schemas/error-report.ts';
import { deviceTime, wholeNumber } from '#schemas/primitives.ts';
import type { KeyValue } from '../ports.ts';

/** Where a device keeps what it has not told yet. */
export const REPORTS_KEY = 'club.errors';
/** A report that could not be sent for so long tells nobody anything. */
export const REPORT_TTL_MS = 14 * 86_400_000;

/** After however many failures, a try is made so often. */
export const MAX_PAUSE_MS = 86_400_000;

const waitingReport = v.object({ report: errorReport, since: deviceTime });
const waitingReports = v.object({
  reports: v.pipe(v.array(waitingReport), v.maxLength(MOST_REPORTS)),
  /** How many tries in a row have failed, and when the next one may be made. */
  failures: wholeNumber,
  nextTryAt: deviceTime,
});
export type WaitingReports = v.InferOutput<typeof waitingReports>;

const none: WaitingReports = { reports: [], failures: 0, nextTryAt: 0 };

/** What waits on this device; what has waited too long, or can't be read, is not there. */
export function readWaiting(store: Pick<KeyValue, 'get'>, now: number): WaitingReports {
  const read = v.safeParse(waitingReports, parsed(store));
  if (!read.success) return none;
  const { failures, nextTryAt } = read.output;
  const reports = read.output.reports.filter(({ since }) => now - since < REPORT_TTL_MS);
  // A clock that was set back would have nobody try for as long.
  return { reports, failures, nextTryAt: nextTryAt > now + MAX_PAUSE_MS ? 0 : nextTryAt };
}

function parsed(store: Pick<KeyValue, 'get'>): unknown {
  try {
    return JSON.parse(store.get(REPORTS_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps what waits, and nothing where nothing does and nothing has to be waited for. */
export function saveWaiting(
  store: Pick<KeyValue, 'set' | 'remove'>,
  waiting: WaitingReports,
): void {
  if (waiting.reports.length === 0 && waiting.nextTryAt === 0) store.remove(REPORTS_KEY);
  else store.set(REPORTS_KEY, JSON.stringify(waiting));
}

/**
 * One report more. An error that waits already is counted there; where there is no room it is left out, since the
 * first errors are more likely the cause than the last. The same object when nothing has changed.
 */
export function withReport(
  waiting: WaitingReports,
  report: ErrorReport,
  now: number,
): WaitingReports {
  const key = sameErrorKey(report);
  const same = waiting.reports.find((one) => sameErrorKey(one.report) === key);
  if (same) {
    if (same.report.count >= MOST_TIMES) return waiting;
    const counted = { ...same, report: { ...same.report, count: same.report.count + 1 } };
    return {
      ...waiting,
      reports: waiting.reports.map((one) => (one === same ? counted : one)),
    };
  }
  if (waiting.reports.length >= MOST_REPORTS) return waiting;
  return { ...waiting, reports: [...waiting.reports, { report, since: now }] };
}

/** Without what the server has now; what came up again meanwhile waits on. */
export function withoutSent(waiting: WaitingReports, sent: readonly ErrorReport[]): WaitingReports {
  const counts = new Map(sent.map((report) => [sameErrorKey(report), report.count]));
  const reports = waiting.reports.flatMap((one) => {
    const left = one.report.count - (counts.get(sameErrorKey(one.report)) ?? 0);
    return left > 0 ? [{ ...one, report: { ...one.report, count: left } }] : [];
  });
  return { ...waiting, reports };
}
