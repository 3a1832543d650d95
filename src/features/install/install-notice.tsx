import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone, Compass, Share, SquarePlus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { brand } from '#brand';
import { isIos } from '#schemas/is-ios.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import type { InstallMethod } from '#src/data/device/install.ts';
import { useServices } from '#src/data/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

interface InstallNoticeProps {
  method: InstallMethod;
  /** True if unsent work would be missing from the installed app, because its storage is separate. */
  hasUnsentWork: boolean;
}

/** Offers to install the app, or explains what to do first. */
export function InstallNotice({ method, hasUnsentWork }: InstallNoticeProps) {
  if (hasUnsentWork) return <SendFirstNotice />;
  return method === 'in-app' ? <InAppNotice /> : <InstallOffer method={method} />;
}

/** Explains the benefits of installing the app. The button opens the browser's prompt or our guide. */
function InstallOffer({ method }: { method: InstallMethod }) {
  const id = useId();
  const { install } = useServices();
  const [showsGuide, setShowsGuide] = useState(false);
  if (method === 'none') return null;
  const name = brand.name;
  return (
    <>
      <Card as="section" aria-labelledby={id} className="flex gap-3.5">
        <IconTile icon={<Smartphone />} tone="info" />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="leading-tight font-semibold break-long">
            <Trans>Add {name} to your home screen</Trans>
          </h2>
          <p className="mt-1 text-small text-ink-soft break-long">
            <Trans>It opens instantly, even offline, and keeps work you haven’t sent yet.</Trans>
            {install.hasSeparateStorage && (
              <>
                {' '}
                <Trans>
                  It has its own storage, so you’ll need to sign in again. Notifications only work
                  there.
                </Trans>
              </>
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              onClick={() =>
                method === 'prompt' ? void install.showPrompt() : setShowsGuide(true)
              }
            >
              {method === 'prompt' ? <Trans>Install</Trans> : <Trans>Show me how</Trans>}
            </Button>
            <Button variant="quiet" onClick={install.dismiss}>
              <Trans>Not now</Trans>
            </Button>
          </div>
        </div>
      </Card>
      {showsGuide && <InstallGuide isOpen={showsGuide} onOpenChange={setShowsGuide} />}
    </>
  );
}

/**
 * Asks the user to send unsent work before installing, because on iOS the installed app has its own storage.
 */
function SendFirstNotice() {
  return (
    <Banner
      tone="warn"
      title={<Trans>Send your work before you install the app</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.scanOffline())}>
          <Trans>Not sent yet</Trans>
        </LinkButton>
      }
    >
      <Trans>
        The app on your home screen has its own storage, so work not sent yet stays here. Safari
        deletes it after 7 days without a visit.
      </Trans>
    </Banner>
  );
}

interface InstallGuideProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Explains the steps, because iOS has no install prompt. */
function InstallGuide({ isOpen, onOpenChange }: InstallGuideProps) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={<Trans>On your home screen in three steps</Trans>}
      closeLabel={t`Close`}
    >
      <ol className="space-y-3">
        <Step icon={<Compass />}>
          <Trans>Open this page in Safari.</Trans>
        </Step>
        <Step icon={<Share />}>
          <Trans>Tap “Share”</Trans>
        </Step>
        <Step icon={<SquarePlus />}>
          <Trans>Choose “Add to Home Screen”</Trans>
        </Step>
      </ol>
    </Sheet>
  );
}

/** One step with its icon. */
function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3.5 font-medium">
      <IconTile icon={icon} tone="info" />
      <span className="min-w-0 break-long">{children}</span>
    </li>
  );
}

/** Warns that the page is open inside another app, and explains how to leave it. */
export function InAppNotice() {
  const copy = useCopyToClipboard();
  const browser = isIos(navigator) ? 'Safari' : 'Chrome';
  return (
    <Banner
      tone="warn"
      title={<Trans>This page is open inside another app</Trans>}
      action={
        <Button variant="secondary" onClick={() => void copy(location.origin)}>
          <Trans>Copy address</Trans>
        </Button>
      }
    >
      <Trans>
        The camera might not work here, and your work might be lost. Open the page in {browser}: use
        this app’s menu, or copy the address.
      </Trans>
    </Banner>
  );
}
