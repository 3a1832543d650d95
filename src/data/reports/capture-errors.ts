import type { ErrorReport } from '#schemas/error-report.ts';
import type { Services } from '../services.ts';
import type { ErrorReporter } from './error-reporter.ts';

/** An error that nobody caught, and where it came up. */
export interface CapturedError {
  readonly error: unknown;
  readonly source: ErrorReport['heard'];
}

/** The errors of this device, and what becomes of them. */
export interface ErrorReports {
  /** Tells of an error, where the person lets the device do so. Never throws, and holds nothing up. */
  report: (heard: CapturedError) => void;
  /** What makes and sends reports; loaded when it is first needed. Rejects where it can't be. */
  reporter: () => Promise<ErrorReporter>;
}

/** So many are remembered until it is known whether they may be told. */
const MAX_EARLY = 5;

/**
 * Hears of errors that nobody catches, from the first line on. An error that comes before the person's consent is not
 * told after it.
 * @returns hands on what was heard, and what is heard from now on
 */
export function captureErrors(target: Pick<Window, 'addEventListener'>) {
  const early: CapturedError[] = [];
  let report: ErrorReports['report'] = (heard) =>
    void (early.length < MAX_EARLY && early.push(heard));
  target.addEventListener('error', ({ error }) => error && report({ error, source: 'page' }));
  target.addEventListener('unhandledrejection', ({ defaultPrevented, reason }) => {
    if (!defaultPrevented) report({ error: reason, source: 'promise' });
  });
  return ({ errors, device }: Pick<Services, 'errors' | 'device'>) => {
    ({ report } = errors);
    early.forEach(report);
    // What waits from before.
    if (device.current().errorReports)
      errors.reporter().then(
        (desk) => desk.retryNow(),
        () => undefined,
      );
  };
}

/** @param load makes the desk, once the app stands; asked for once, and again where that failed */
export function createErrorReports(
  device: Services['device'],
  load: () => Promise<ErrorReporter>,
): ErrorReports {
  let desk: Promise<ErrorReporter> | null = null;
  const open = () => {
    desk ??= load();
    desk.catch(() => (desk = null));
    return desk;
  };
  return {
    reporter: open,
    report: (heard) => {
      if (device.current().errorReports)
        open().then(
          (opened) => opened.report(heard),
          () => undefined,
        );
    },
  };
}
