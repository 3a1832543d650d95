import { Trans } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { isIos } from '#schemas/is-ios.ts';

/** Warns that the page is open inside another app, and how to leave it. */
export function InAppNotice() {
  const copy = useCopyToClipboard();
  const browser = isIos(navigator) ? 'Safari' : 'Chrome';
  return (
    <Banner
      tone="warn"
      title={<Trans>This page is open inside another app</Trans>}
      action={
        <Button variant="secondary" onClick={() => void copy(location.origin)}>
          <Trans>Copy the address</Trans>
        </Button>
      }
    >
      <Trans>
        The camera may not work here, and what you save may be lost. Open the page in {browser}: by
        the menu of this app, or with the address.
      </Trans>
    </Banner>
  );
}
