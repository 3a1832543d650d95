import { isQuotaError } from '#sync/store/sync-error.ts';

/**
 * On a full device RxDB leaves rejections of its own inner writes unhandled. They are no news: the command
 * that was asked for says so itself (F21), and the replication starts over. Anything else stays loud.
 * @returns stops listening
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
