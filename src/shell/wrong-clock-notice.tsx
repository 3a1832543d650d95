import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { NoticeSlot } from './notice-slot.tsx';

/** Says that the device's date is wrong, and how to correct it; the app uses the server's date meanwhile. */
export function WrongClockNotice() {
  const { t } = useLingui();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>The date on this device is wrong</Trans>}
        onDismiss={() => setRead(true)}
        dismissLabel={t`Dismiss`}
      >
        <Trans>
          We’re using the date from the server. Open your device settings and set the date and time
          automatically.
        </Trans>
      </Banner>
    </NoticeSlot>
  );
}
