import { reportCalls } from '#schemas/api/report-calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import type { ErrorReport } from '#schemas/error-report.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Transport } from '../http/transport.ts';
import type { Clock, KeyValue, Locks } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import {
  saveUnsentReports,
  MAX_PAUSE_MS,
  readUnsentReports,
  REPORTS_KEY,
  withoutSentReports,
  withReport,
} from './unsent-reports.ts';

/** Delay before sending, in ms, so that related errors go together. */
export const SETTLE_MS = 2_000;
/** Minimum time between two sends from one device, in ms. */
export const REPORT_PAUSE_MS = 10 * MINUTE_MS;
const LOCK = 'club.errors';

interface ReportSenderOptions {
  readonly store: KeyValue;
  readonly transport: Pick<Transport, 'call'>;
  readonly connectivity: Pick<Connectivity, 'state' | 'subscribe'>;
  readonly locks: Locks;
  readonly clock: Clock;
  /** True if the user currently allows error reports. */
  readonly isAllowed: () => boolean;
  readonly random?: () => number;
}

interface ReportSender {
  /** Saves a report, and sends it when allowed. Does nothing without the user's consent. */
  add(report: ErrorReport): void;
  /** Sends saved reports as soon as allowed. */
  wake(): void;
  /** Deletes saved reports. */
  deleteReports(): void;
  /**
   * Sends one report now, at the user's request.
   * @throws CallError
   */
  sendNow(report: ErrorReport): Promise<void>;
  close(): void;
}

/**
 * Sends error reports in the background: at the start, when the network is back, or after a new error. Waits
 * ten minutes between sends, and backs off up to a day after failures. Its own failures are silent.
 */
export function createReportSender(options: ReportSenderOptions): ReportSender {
  const { store, transport, connectivity, locks, clock, isAllowed, random = Math.random } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const deleteReports = () => store.remove(REPORTS_KEY);
  const schedule = () => {
    if (isClosed || timer !== undefined || !isAllowed()) return;
    const { reports, nextTryAt } = readUnsentReports(store, clock());
    if (reports.length === 0 || connectivity.state() !== 'online') return;
    const delay = Math.min(Math.max(SETTLE_MS, nextTryAt - clock()), MAX_PAUSE_MS);
    timer = setTimeout(() => {
      timer = undefined;
      // If another tab is sending, this one finds nothing left to send afterwards.
      locks.run(LOCK, send).then(schedule, () => undefined);
    }, delay);
  };
  const send = async () => {
    const now = clock();
    const savedReports = readUnsentReports(store, now);
    if (!isAllowed() || connectivity.state() !== 'online' || now < savedReports.nextTryAt) return;
    if (savedReports.reports.length === 0) return;
    // Saved first, so that the attempt counts even if the page is closed in the meantime.
    saveUnsentReports(store, { ...savedReports, nextTryAt: now + REPORT_PAUSE_MS });
    const reports = savedReports.reports.map(({ report }) => report);
    const failure = await sendAll(reports);
    // Consent may have been withdrawn in the meantime.
    if (!isAllowed()) return deleteReports();
    const currentReports = readUnsentReports(store, clock());
    if (failure === null || isFinal(failure)) {
      saveUnsentReports(store, { ...withoutSentReports(currentReports, reports), failures: 0 });
      return;
    }
    const failureCount = savedReports.failures + 1;
    const bounds = { baseMs: REPORT_PAUSE_MS, capMs: MAX_PAUSE_MS };
    const pause = Math.max(backoffMs(failureCount, random(), bounds), failure.retryAfterMs ?? 0);
    saveUnsentReports(store, {
      ...currentReports,
      failures: failureCount,
      nextTryAt: clock() + pause,
    });
  };
  const sendAll = (reports: ErrorReport[]): Promise<CallError | null> =>
    transport.call(reportCalls.reportErrors, { body: { reports } }, { budget: 'in_turn' }).then(
      () => null,
      (error: unknown) => (error instanceof CallError ? error : new CallError('cancelled')),
    );
  const unsubscribe = connectivity.subscribe(schedule);

  return {
    add(report) {
      if (!isAllowed()) return;
      const savedReports = readUnsentReports(store, clock());
      const updatedReports = withReport(savedReports, report, clock());
      try {
        if (updatedReports !== savedReports) saveUnsentReports(store, updatedReports);
      } catch {
        // Losing a report is acceptable when the device is full.
      }
      schedule();
    },
    wake: schedule,
    deleteReports,
    async sendNow(report) {
      await transport.call(reportCalls.reportErrors, { body: { reports: [report] } });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** True if the server rejected the reports themselves, because it has another version or lacks this call. */
function isFinal(failure: CallError): boolean {
  const isRejected = failure.status >= 400 && failure.status < 500;
  return isRejected && !isUnreachable(failure) && failure.code !== 'too_many_requests';
}
