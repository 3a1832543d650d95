import type { ErrorReport } from '#schemas/error-report.ts';
import type { Clock, KeyValue, Locks } from '#sync/ports.ts';
import { createErrorReport } from '#sync/reports/error-report.ts';
import { createReportSender } from '#sync/reports/report-sender.ts';
import type { Services } from '../services.ts';
import type { CapturedError } from './capture-errors.ts';

/** Creates error reports, stores them, and sends them in the background. */
export interface ErrorReporter {
  report: (heard: CapturedError) => void;
  retryNow: () => void;
  /** Returns the report of an error; null if it has no reportable content. */
  reportOf: (heard: CapturedError) => ErrorReport | null;
  /** Sends one report now. @throws CallError */
  sendNow: (report: ErrorReport) => Promise<void>;
}

interface ErrorReporterOptions extends Pick<Services, 'transport' | 'connectivity' | 'device'> {
  readonly store: KeyValue;
  readonly locks: Locks;
  readonly clock: Clock;
  /** Route patterns, to name the screen without its parameters. */
  readonly patterns: readonly string[];
}

/** Creates the page's reporter. Pending reports are deleted when the person withdraws consent. */
export function createErrorReporter({ patterns, ...options }: ErrorReporterOptions): ErrorReporter {
  const { connectivity, device } = options;
  const isAllowed = () => device.current().errorReports;
  const sender = createReportSender({ ...options, isAllowed });
  const dropIfWithdrawn = () => {
    if (!isAllowed()) sender.forget();
  };
  device.subscribe(dropIfWithdrawn);
  // Consent may have been withdrawn while this wasn't loaded.
  dropIfWithdrawn();
  const files = scriptsOf(document);
  const reportOf: ErrorReporter['reportOf'] = ({ error, source }) =>
    createErrorReport(error, {
      heard: source,
      origin: location.origin,
      path: location.pathname,
      patterns,
      files,
      version: __APP_VERSION__,
      build: __SCHEMAS_STAMP__,
      userAgent: navigator.userAgent,
      connection: connectivity.state(),
    });
  return {
    reportOf,
    report: (heard) => {
      const report = reportOf(heard);
      if (report) sender.note(report);
    },
    retryNow: sender.wake,
    sendNow: sender.sendNow,
  };
}

/** Scripts named by the page and its import map: only those of the build. */
function scriptsOf(page: Document): ReadonlySet<string> {
  const named = [...page.scripts].map(({ src, textContent }) => `${src}" ${textContent}`).join(' ');
  return new Set([...named.matchAll(/\/([\w.-]+\.js)"/g)].flatMap(([, name]) => name ?? []));
}
