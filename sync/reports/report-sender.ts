import { reportCalls } from '#schemas/api/report-calls.ts';
import type { ErrorReport } from '#schemas/error-report.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Transport } from '../http/transport.ts';
import type { Clock, KeyValue, Locks } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';
import {
  saveWaiting,
  MAX_PAUSE_MS,
  readWaiting,
  REPORTS_KEY,
  withoutSent,
  withReport,
} from './waiting-reports.ts';

/** What goes wrong seldom goes wrong alone: a moment later the reports go together. */
export const SETTLE_MS = 2_000;
/** A device tells no more often than this, whatever goes wrong on it. */
export const REPORT_PAUSE_MS = 10 * 60_000;
const LOCK = 'club.errors';

interface ReportSenderOptions {
  readonly store: KeyValue;
  readonly transport: Pick<Transport, 'call'>;
  readonly connectivity: Pick<Connectivity, 'state' | 'subscribe'>;
  readonly locks: Locks;
  readonly clock: Clock;
  /** Whether the person lets this device tell, now. */
  readonly isAllowed: () => boolean;
  readonly random?: () => number;
}

export interface ReportSender {
  /** Keeps a report, and sends it when it may. Nothing without the person's consent. */
  note(report: ErrorReport): void;
  /** Sends what waits, as soon as it may. */
  wake(): void;
  /** Deletes what waits. */
  forget(): void;
  /** One report, now: somebody asked for it. @throws CallError */
  sendNow(report: ErrorReport): Promise<void>;
  close(): void;
}

/**
 * Tells the server of errors in its own time: one try at the start, when the network is back, or when something has
 * come up; after it none for ten minutes, after one that failed for longer and longer, a day at most. It holds
 * nothing up, and what fails here is nobody's news.
 */
export function createReportSender(options: ReportSenderOptions): ReportSender {
  const { store, transport, connectivity, locks, clock, isAllowed, random = Math.random } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const forget = () => store.remove(REPORTS_KEY);
  const plan = () => {
    if (closed || timer !== undefined || !isAllowed()) return;
    const { reports, nextTryAt } = readWaiting(store, clock());
    if (reports.length === 0 || connectivity.state() !== 'online') return;
    const wait = Math.min(Math.max(SETTLE_MS, nextTryAt - clock()), MAX_PAUSE_MS);
    timer = setTimeout(() => {
      timer = undefined;
      // Another tab may be at it: it finds nothing then.
      locks.run(LOCK, send).then(plan, () => undefined);
    }, wait);
  };
  const send = async () => {
    const now = clock();
    const waiting = readWaiting(store, now);
    if (!isAllowed() || connectivity.state() !== 'online' || now < waiting.nextTryAt) return;
    if (waiting.reports.length === 0) return;
    // Beforehand: a page that is closed meanwhile has tried all the same.
    saveWaiting(store, { ...waiting, nextTryAt: now + REPORT_PAUSE_MS });
    const reports = waiting.reports.map(({ report }) => report);
    const failure = await sendAll(reports);
    // It may have been taken back meanwhile.
    if (!isAllowed()) return forget();
    const after = readWaiting(store, clock());
    if (failure === null || isFinal(failure)) {
      saveWaiting(store, { ...withoutSent(after, reports), failures: 0 });
      return;
    }
    const failures = waiting.failures + 1;
    const bounds = { baseMs: REPORT_PAUSE_MS, capMs: MAX_PAUSE_MS };
    const pause = Math.max(backoffMs(failures, random(), bounds), failure.retryAfterMs ?? 0);
    saveWaiting(store, { ...after, failures, nextTryAt: clock() + pause });
  };
  const sendAll = (reports: ErrorReport[]): Promise<CallError | null> =>
    transport.call(reportCalls.reportErrors, { body: { reports } }, { budget: 'in_turn' }).then(
      () => null,
      (error: unknown) => (error instanceof CallError ? error : new CallError('cancelled')),
    );
  const stop = connectivity.subscribe(plan);

  return {
    note(report) {
      if (!isAllowed()) return;
      const waiting = readWaiting(store, clock());
      const more = withReport(waiting, report, clock());
      try {
        if (more !== waiting) saveWaiting(store, more);
      } catch {
        // A full device has worse to say than this.
      }
      plan();
    },
    wake: plan,
    forget,
    async sendNow(report) {
      await transport.call(reportCalls.reportErrors, { body: { reports: [report] } });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      stop();
    },
  };
}

/** The server has said no to the reports themselves: a server of another version, or one that has no such call. */
function isFinal(failure: CallError): boolean {
  const isNo = failure.status >= 400 && failure.status < 500;
  return isNo && !isUnreachable(failure) && failure.code !== 'too_many_requests';
}
