import { Trans } from '@lingui/react/macro';
import type { NotificationType } from '#schemas/notification.ts';

/** A type is never told by its icon's colour alone: a word stands before the time. */
export function NotificationTypeLabel({ type }: { type: NotificationType }) {
  if (type === 'info') return null;
  return (
    <span className="font-semibold">
      {type === 'important' ? <Trans>Important</Trans> : <Trans>Warning</Trans>}
      {' · '}
    </span>
  );
}
