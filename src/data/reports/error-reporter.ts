import type { ErrorReport } from '#schemas/error-report.ts';
import type { Clock, KeyValue, Locks } from '#sync/ports.ts';
import { createErrorReport } from '#sync/reports/error-report.ts';
import { createReportSender } from '#sync/reports/report-sender.ts';
import type { Services } from '../services.ts';
import type { CapturedError } from './capture-errors.ts';

/** Makes reports of errors, keeps them, and sends them in its own time. */
export interface ErrorReporter {
  report: (heard: CapturedError) => void;
  retryNow: () => void;
  /** What would be sent of an error; null where there is nothing to tell. */
  reportOf: (heard: CapturedError) => ErrorReport | null;
  /** One report, now. @throws CallError */
  sendNow: (report: ErrorReport) => Promise<void>;
}

interface ErrorReporterOptions extends Pick<Services, 'transport' | 'connectivity' | 'device'> {
  readonly store: KeyValue;
  readonly locks: Locks;
  readonly clock: Clock;
  /** The patterns of the route table. */
  readonly patterns: readonly string[];
}

/** The desk of this page. What waits is deleted as soon as the person takes their consent back. */
export function createErrorReporter({ patterns, ...options }: ErrorReporterOptions): ErrorReporter {
  const { connectivity, device } = options;
  const isAllowed = () => device.current().errorReports;
  const sender = createReportSender({ ...options, isAllowed });
  const heed = () => {
    if (!isAllowed()) sender.forget();
  };
  device.subscribe(heed);
  // It may have been taken back where nothing was loaded for it.
  heed();
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

/** The scripts that the page names, in its map of imports and as its own: those of the build, and no others. */
function scriptsOf(page: Document): ReadonlySet<string> {
  const named = [...page.scripts].map(({ src, textContent }) => `${src}" ${textContent}`).join(' ');
  return new Set([...named.matchAll(/\/([\w.-]+\.js)"/g)].flatMap(([, name]) => name ?? []));
}
