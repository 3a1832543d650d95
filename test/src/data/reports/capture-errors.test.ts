import { describe, expect, test, vi } from 'vitest';
import { createErrorReports, captureErrors } from '#src/data/reports/capture-errors.ts';
import type { ErrorReporter, CapturedError } from '#src/data/reports/error-reporter.ts';
import type { Services } from '#src/data/services.ts';

/** An event target as the window, and the services that error reports need. */
function page(isAllowed: boolean) {
  const captured: CapturedError[] = [];
  const reporter: ErrorReporter = {
    report: (error) => void captured.push(error),
    retryNow: () => undefined,
    reportOf: () => null,
    sendNow: async () => undefined,
  };
  const load = vi.fn(async () => reporter);
  const settings = { errorReports: isAllowed };
  const device = { current: () => settings } as Services['device'];
  const target = new EventTarget();
  const setConsent = captureErrors(target as Window);
  const fail = (error: unknown) =>
    target.dispatchEvent(Object.assign(new Event('error'), { error }));
  const reject = (reason: unknown, isExpected = false) => {
    const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
    if (isExpected) event.preventDefault();
    target.dispatchEvent(event);
  };
  const start = () => setConsent({ device, errors: createErrorReports(device, load) });
  return { captured, load, settings, fail, reject, start };
}

describe('an uncaught error', () => {
  test('is queued until the services exist, and then reported with later errors', async () => {
    const { captured: capturedErrors, fail, reject, start, load } = page(true);
    fail(new Error('early'));
    expect(load).not.toHaveBeenCalled();
    start();
    reject('later');
    await vi.waitFor(() => expect(capturedErrors).toHaveLength(2));
    expect(capturedErrors.map(({ source }) => source)).toEqual(['page', 'promise']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('doesn’t load the reporter without the person’s consent', async () => {
    const { captured: capturedErrors, fail, start, load, settings } = page(false);
    fail(new Error('early'));
    start();
    fail(new Error('later'));
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    // Earlier errors aren't sent after the person consents, either.
    settings.errorReports = true;
    fail(new Error('last'));
    await vi.waitFor(() => expect(capturedErrors).toHaveLength(1));
    expect(capturedErrors[0]?.error).toEqual(new Error('last'));
  });

  test('isn’t reported if it was handled, or if its event has no error', async () => {
    const { captured: capturedErrors, fail, reject, start } = page(true);
    start();
    reject(new Error('full'), true);
    fail(undefined);
    fail(new Error('real'));
    await vi.waitFor(() => expect(capturedErrors).toHaveLength(1));
  });

  test('doesn’t throw if the reporter can’t be loaded, and the next error loads it again', async () => {
    const { captured: capturedErrors, fail, start, load } = page(true);
    load.mockRejectedValueOnce(new Error('offline'));
    start();
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    await Promise.resolve();
    await vi.waitFor(() => {
      fail(new Error('again'));
      expect(capturedErrors.length).toBeGreaterThan(0);
    });
  });
});
