import type { DeviceSettingsStore } from '../device/device-settings.ts';
import type { CapturedError, ErrorReporter } from './error-reporter.ts';

/** Error reporting on this device. */
export interface ErrorReports {
  /** Reports an error if the user has consented. Never throws or blocks. */
  report: (capturedError: CapturedError) => void;
  /** Loads the reporter on first use. Rejects if it can't be loaded. */
  reporter: () => Promise<ErrorReporter>;
}

/** Maximum number of errors buffered until the consent setting is known. */
const MAX_EARLY_ERRORS = 5;

/**
 * Captures uncaught errors from the very start. Errors from before consent are never sent later.
 * @returns a function that starts reporting: buffered errors first, then new ones
 */
export function captureErrors(target: Pick<Window, 'addEventListener'>) {
  const earlyErrors: CapturedError[] = [];
  let report: ErrorReports['report'] = (capturedError) =>
    void (earlyErrors.length < MAX_EARLY_ERRORS && earlyErrors.push(capturedError));
  target.addEventListener('error', ({ error }) => error && report({ error, source: 'page' }));
  target.addEventListener('unhandledrejection', ({ defaultPrevented, reason }) => {
    if (!defaultPrevented) report({ error: reason, source: 'promise' });
  });
  return ({ errors, device }: { errors: ErrorReports; device: DeviceSettingsStore }) => {
    ({ report } = errors);
    earlyErrors.forEach(report);
    // Send the reports that are left over from an earlier visit.
    if (device.current().errorReports)
      errors.reporter().then(
        (reporter) => reporter.retryNow(),
        () => undefined,
      );
  };
}

/** @param load creates the reporter once the page is idle; called once, and again after a failure */
export function createErrorReports(
  device: DeviceSettingsStore,
  load: () => Promise<ErrorReporter>,
): ErrorReports {
  let reporter: Promise<ErrorReporter> | null = null;
  const loadReporter = () => {
    reporter ??= load();
    reporter.catch(() => (reporter = null));
    return reporter;
  };
  return {
    reporter: loadReporter,
    report: (capturedError) => {
      if (device.current().errorReports)
        loadReporter().then(
          (errorReporter) => errorReporter.report(capturedError),
          () => undefined,
        );
    },
  };
}
