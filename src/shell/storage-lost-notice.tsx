import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useStorageLost } from '#src/data/account-context.tsx';
import { Banner } from '#src/ui/banner.tsx';

/** Says honestly that the browser threw the app's data away (F20). */
export function StorageLostNotice() {
  const { t } = useLingui();
  const lost = useStorageLost();
  const [read, setRead] = useState(false);
  if (!lost || read) return null;
  return (
    <div className="mx-auto max-w-page px-gutter pt-3 ps-[calc(var(--gutter)+var(--rail-inline))]">
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
    </div>
  );
}
