import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NoticeSlot } from './notice-slot.tsx';

/** Says honestly that the browser threw the app's data away (F20). */
export function StorageLostNotice() {
  const { t } = useLingui();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>This browser cleared the app's data</Trans>}
        onDismiss={() => setRead(true)}
        dismissLabel={t`Dismiss`}
      >
        <Trans>
          What had been sent is loaded again. Scans that had not been sent from this phone are lost.
          Check your latest projects.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}
