import { isQuotaError } from '#sync/store/sync-error.ts';

/**
 * Suppresses unhandled rejections of RxDB's internal writes on a full device: the failed command reports it
 * (F21), and replication restarts. Other rejections are not affected.
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
