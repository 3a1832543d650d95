import { Trans } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { brand } from '#brand';
import type { InstallMethod } from '#src/data/device/install.ts';
import { useServices } from '#src/data/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { InAppNotice } from './in-app-notice.tsx';
import { InstallGuide } from './install-guide.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

interface InstallNoticeProps {
  way: InstallMethod;
  /** Unsent work would be missing from the installed app, because its storage is separate. */
  isUnsent: boolean;
}

/** Offers to install the app, or explains what to do first. */
export function InstallNotice({ way, isUnsent }: InstallNoticeProps) {
  if (isUnsent) return <SendFirstNotice />;
  return way === 'in-app' ? <InAppNotice /> : <InstallOffer way={way} />;
}

/** Explains the benefits of installing; prompts or opens the guide. */
function InstallOffer({ way }: { way: InstallMethod }) {
  const id = useId();
  const { install } = useServices();
  const [guided, setGuided] = useState(false);
  if (way === 'none') return null;
  const name = brand.name;
  return (
    <>
      <Card as="section" aria-labelledby={id} className="flex gap-3.5">
        <IconTile icon={<Smartphone />} tone="place" />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="leading-tight font-semibold break-long">
            <Trans>Put {name} on your home screen</Trans>
          </h2>
          <p className="mt-1 text-small text-ink-soft break-long">
            <Trans>
              It opens at once, also without a network, and the phone keeps what you have not sent
              yet.
            </Trans>
            {install.hasSeparateStorage && (
              <>
                {' '}
                <Trans>
                  It has its own storage, so you sign in there once more. Notifications come only
                  there.
                </Trans>
              </>
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              onClick={() => (way === 'ask' ? void install.ask() : setGuided(true))}
            >
              {way === 'ask' ? <Trans>Install</Trans> : <Trans>Show me how</Trans>}
            </Button>
            <Button variant="quiet" onClick={install.dismiss}>
              <Trans>Not now</Trans>
            </Button>
          </div>
        </div>
      </Card>
      {guided && <InstallGuide isOpen={guided} onOpenChange={setGuided} />}
    </>
  );
}

/** Asks to send unsent work before installing: on iOS the installed app has its own storage. */
function SendFirstNotice() {
  return (
    <Banner
      tone="warn"
      title={<Trans>Send your work before you install the app</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.scanOffline())}>
          <Trans>Unsent work</Trans>
        </LinkButton>
      }
    >
      <Trans>
        The app on your home screen has its own storage, so what is not sent yet stays here. Safari
        deletes it after 7 days without a visit.
      </Trans>
    </Banner>
  );
}
