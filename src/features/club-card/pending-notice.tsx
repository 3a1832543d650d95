import { Trans } from '@lingui/react/macro';
import { Banner } from '#src/ui/feedback/banner.tsx';

/** The card is ordered or in the post. */
export function PendingNotice() {
  return (
    <Banner tone="info" title={<Trans>Your club card is on its way</Trans>}>
      <Trans>It comes by post. Register it here as soon as you have it.</Trans>
    </Banner>
  );
}
