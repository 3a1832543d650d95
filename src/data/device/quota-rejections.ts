import { isQuotaError } from '#sync/store/sync-error.ts';

/**
 * Suppresses unhandled rejections of RxDB's internal writes on a full device. They are handled elsewhere: the failed
 * command reports the full device (F21), and the sync tries again. Other rejections are not affected.
 * @returns a function that stops listening
 */
export function suppressQuotaRejections(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
) {
  const onRejection = (event: PromiseRejectionEvent) => {
    if (isQuotaError(event.reason)) event.preventDefault();
  };
  target.addEventListener('unhandledrejection', onRejection);
  return () => target.removeEventListener('unhandledrejection', onRejection);
}
