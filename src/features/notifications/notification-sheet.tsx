import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { NotificationDocument } from '#schemas/notification.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';

interface NotificationSheetProps {
  /** Null while none is opened. */
  notification: NotificationDocument | null;
  onClose: () => void;
}

/** All of a notification that leads nowhere. */
export function NotificationSheet({ notification, onClose }: NotificationSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  // While the sheet goes away it still shows what it showed.
  const [last, setLast] = useState(notification);
  if (notification && notification !== last) setLast(notification);
  const shown = notification ?? last;
  if (!shown) return null;
  return (
    <Sheet
      isOpen={notification !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={shown.title}
      closeLabel={t`Close`}
      footer={
        <Button variant="secondary" fullWidth onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p className="text-small text-ink-soft">{format.dateTime(shown.created_at)}</p>
      <p className="whitespace-pre-line break-long">{shown.text}</p>
    </Sheet>
  );
}
