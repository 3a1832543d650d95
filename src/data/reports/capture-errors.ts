import type { ErrorReport } from '#schemas/error-report.ts';
import type { Services } from '../services.ts';
import type { ErrorReporter } from './error-reporter.ts';

/** An uncaught error and its source. */
export interface CapturedError {
  readonly error: unknown;
  readonly source: ErrorReport['heard'];
}

/** Error reporting on this device. */
export interface ErrorReports {
  /** Reports an error if the person consented. Never throws or blocks. */
  report: (captured: CapturedError) => void;
  /** Loads the reporter on first use. Rejects if it can't be loaded. */
  reporter: () => Promise<ErrorReporter>;
}

/** Maximum errors buffered until the consent setting is known. */
const MAX_EARLY = 5;

/**
 * Captures uncaught errors from the first line on. Errors before consent are never sent later.
 * @returns a function that starts reporting: buffered errors first, then new ones
 */
export function captureErrors(target: Pick<Window, 'addEventListener'>) {
  const early: CapturedError[] = [];
  let report: ErrorReports['report'] = (captured) =>
    void (early.length < MAX_EARLY && early.push(captured));
  target.addEventListener('error', ({ error }) => error && report({ error, source: 'page' }));
  target.addEventListener('unhandledrejection', ({ defaultPrevented, reason }) => {
    if (!defaultPrevented) report({ error: reason, source: 'promise' });
  });
  return ({ errors, device }: Pick<Services, 'errors' | 'device'>) => {
    ({ report } = errors);
    early.forEach(report);
    // Reports left from an earlier visit.
    if (device.current().errorReports)
      errors.reporter().then(
        (reporter) => reporter.retryNow(),
        () => undefined,
      );
  };
}

/** @param load creates the reporter once the page is idle; called once, and again after a failure */
export function createErrorReports(
  device: Services['device'],
  load: () => Promise<ErrorReporter>,
): ErrorReports {
  let reporter: Promise<ErrorReporter> | null = null;
  const open = () => {
    reporter ??= load();
    reporter.catch(() => (reporter = null));
    return reporter;
  };
  return {
    reporter: open,
    report: (captured) => {
      if (device.current().errorReports)
        open().then(
          (loaded) => loaded.report(captured),
          () => undefined,
        );
    },
  };
}
