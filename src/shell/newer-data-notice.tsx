import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { useAppUpdate } from './app-update.ts';
import { NoticeSlot } from './notice-slot.tsx';

/** Says that the server has data which only a newer build can show (F15), and offers that build. */
export function NewerDataNotice() {
  const { t } = useLingui();
  const update = useAppUpdate();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <NoticeSlot>
      <Banner
        tone="info"
        live="polite"
        title={<Trans>Some of your data needs a newer version of the app</Trans>}
        onDismiss={() => setRead(true)}
        dismissLabel={t`Dismiss`}
        action={
          // A reload asks for a newer version too.
          <Button
            variant="secondary"
            onClick={update.ready ? update.apply : () => location.reload()}
          >
            <Trans>Update now</Trans>
          </Button>
        }
      >
        <Trans>Until then it is missing from your lists. Nothing of it is lost.</Trans>
      </Banner>
    </NoticeSlot>
  );
}
