import type { ErrorReport } from '#schemas/error-report.ts';
import type { Clock, KeyValue, Locks } from '#sync/ports.ts';
import { createErrorReport } from '#sync/reports/error-report.ts';
import { createReportSender } from '#sync/reports/report-sender.ts';
import type { Connectivity } from '#sync/http/connectivity.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { DeviceSettingsStore } from '../device/device-settings.ts';

/** An uncaught error and its source. */
export interface CapturedError {
  readonly error: unknown;
  readonly source: ErrorReport['heard'];
}

/** Creates error reports, stores them, and sends them in the background. */
export interface ErrorReporter {
  report: (capturedError: CapturedError) => void;
  retryNow: () => void;
  /** Returns the report of an error; null if it has no reportable content. */
  reportOf: (capturedError: CapturedError) => ErrorReport | null;
  /**
   * Sends one report now.
   * @throws CallError
   */
  sendNow: (report: ErrorReport) => Promise<void>;
}

interface ErrorReporterOptions {
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly device: DeviceSettingsStore;
  readonly store: KeyValue;
  readonly locks: Locks;
  readonly clock: Clock;
  /** Patterns of the app's routes. They name the screen in a report without its parameters. */
  readonly patterns: readonly string[];
}

/** Creates the page's reporter. Pending reports are deleted when the user withdraws consent. */
export function createErrorReporter({ patterns, ...options }: ErrorReporterOptions): ErrorReporter {
  const { connectivity, device } = options;
  const isAllowed = () => device.current().errorReports;
  const sender = createReportSender({ ...options, isAllowed });
  const deleteWithoutConsent = () => {
    if (!isAllowed()) sender.deleteReports();
  };
  device.subscribe(deleteWithoutConsent);
  // The user may have withdrawn consent before this module was loaded.
  deleteWithoutConsent();
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
    report: (capturedError) => {
      const report = reportOf(capturedError);
      if (report) sender.add(report);
    },
    retryNow: sender.wake,
    sendNow: sender.sendNow,
  };
}

/** File names of the build's scripts, as in the page's script tags and import map. */
function scriptsOf(page: Document): ReadonlySet<string> {
  const scriptText = [...page.scripts]
    .map(({ src, textContent }) => `${src}" ${textContent}`)
    .join(' ');
  return new Set([...scriptText.matchAll(/\/([\w.-]+\.js)"/g)].flatMap(([, name]) => name ?? []));
}
