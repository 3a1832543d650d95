import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { usePush } from '#src/data/push/use-push.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';

/** Turns on push messages and shows the result. */
export function useTurnOnPush(push: ReturnType<typeof usePush>): () => void {
  const { t } = useLingui();
  const wordsFor = useErrorMessage();
  return () => {
    push?.turnOn().then(
      () => {
        if (Notification.permission !== 'granted') return;
        showToast({
          message: t`This device tells you from now on.`,
          subject: 'push',
          tone: 'good',
          timeoutMs: 5000,
        });
      },
      (error: unknown) => showToast({ message: wordsFor(error), subject: 'push', tone: 'bad' }),
    );
  };
}
