import type { ErrorReport } from '#schemas/error-report.ts';
import type { Services } from '../services.ts';
import type { ErrorDesk } from './error-reporter.ts';

/** An error that nobody caught, and where it came up. */
export interface HeardError {
  readonly error: unknown;
  readonly heard: ErrorReport['heard'];
}

/** The errors of this device, and what becomes of them. */
export interface ErrorReports {
  /** Tells of an error, where the person lets the device do so. Never throws, and holds nothing up. */
  note: (heard: HeardError) => void;
  /** What makes and sends reports; loaded when it is first needed. Rejects where it can't be. */
  desk: () => Promise<ErrorDesk>;
}

/** So many are remembered until it is known whether they may be told. */
const MOST_EARLY = 5;

/**
 * Hears of errors that nobody catches, from the first line on. An error that comes before the person's consent is not
 * told after it.
 * @returns hands on what was heard, and what is heard from now on
 */
export function hearErrors(target: Pick<Window, 'addEventListener'>) {
  const early: HeardError[] = [];
  let note: ErrorReports['note'] = (heard) => void (early.length < MOST_EARLY && early.push(heard));
  target.addEventListener('error', ({ error }) => error && note({ error, heard: 'page' }));
  target.addEventListener('unhandledrejection', ({ defaultPrevented, reason }) => {
    if (!defaultPrevented) note({ error: reason, heard: 'promise' });
  });
  return ({ errors, device }: Pick<Services, 'errors' | 'device'>) => {
    ({ note } = errors);
    early.forEach(note);
    // What waits from before.
    if (device.current().errorReports)
      errors.desk().then(
        (desk) => desk.wake(),
        () => undefined,
      );
  };
}

/** @param load makes the desk, once the app stands; asked for once, and again where that failed */
export function createErrorReports(
  device: Services['device'],
  load: () => Promise<ErrorDesk>,
): ErrorReports {
  let desk: Promise<ErrorDesk> | null = null;
  const open = () => {
    desk ??= load();
    desk.catch(() => (desk = null));
    return desk;
  };
  return {
    desk: open,
    note: (heard) => {
      if (device.current().errorReports)
        open().then(
          (opened) => opened.note(heard),
          () => undefined,
        );
    },
  };
}
