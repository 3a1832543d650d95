import { Trans } from '@lingui/react/macro';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { NoticePlace } from './notice-place.tsx';

/** The phone took the store away in the background, and it did not come back by itself (F22). */
export function StoreLostPrompt() {
  return (
    <NoticePlace>
      <Banner
        tone="bad"
        live="assertive"
        title={<Trans>The storage of this phone does not answer</Trans>}
        action={
          <Button onClick={() => location.reload()}>
            <Trans>Reload the app</Trans>
          </Button>
        }
      >
        <Trans>What you saved stays on this phone. New work can't be saved until you reload.</Trans>
      </Banner>
    </NoticePlace>
  );
}
