import { Trans, useLingui } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { usePush } from '#src/data/push/use-push.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SwitchField } from '#src/ui/fields/toggle-fields.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';

/** Push messages on this device; hidden if unsupported or offline (spec 1 §2). */
export function PushSettings() {
  const { t } = useLingui();
  const push = usePush();
  const connection = useConnection();
  const errorMessage = useErrorMessage();
  const hasLeads = useCanSee()(paths.leads());
  const turnOn = useTurnOnPush(push);
  if (!push || connection !== 'online' || push.state === 'unloaded') return null;
  const turnOff = () => {
    push
      .turnOff()
      .catch((error: unknown) =>
        showToast({ message: errorMessage(error), subject: 'push', tone: 'bad' }),
      );
  };
  return (
    <Section title={t`Notifications on this device`}>
      {push.state === 'denied' ? (
        <Banner tone="info" title={<Trans>Notifications are blocked</Trans>}>
          <Trans>
            Allow notifications for this site in the browser’s settings, then come back.
          </Trans>
        </Banner>
      ) : (
        <Card>
          <SwitchField
            label={<Trans>Send notifications</Trans>}
            description={
              hasLeads ? (
                <Trans>
                  New leads, accepted projects and replies, even when the app is closed.
                </Trans>
              ) : (
                <Trans>Accepted projects and replies, even when the app is closed.</Trans>
              )
            }
            checked={push.state === 'granted'}
            busy={push.state === 'requested'}
            onValueChange={(isOn) => (isOn ? turnOn() : turnOff())}
          />
        </Card>
      )}
    </Section>
  );
}

/** Returns a function that turns on push messages and shows the result. */
function useTurnOnPush(push: ReturnType<typeof usePush>): () => void {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  return () => {
    push?.turnOn().then(
      () => {
        if (Notification.permission !== 'granted') return;
        showToast({
          message: t`Notifications are on`,
          subject: 'push',
          tone: 'good',
          timeoutMs: 5000,
        });
      },
      (error: unknown) => showToast({ message: errorMessage(error), subject: 'push', tone: 'bad' }),
    );
  };
}

/** Explains push messages before the browser asks for permission. Browsers ask only after the user presses a button. */
export function PushInvitation() {
  const push = usePush();
  const connection = useConnection();
  const turnOn = useTurnOnPush(push);
  const hasLeads = useCanSee()(paths.leads());
  if (!push || connection !== 'online') return null;
  if (push.state !== 'default' && push.state !== 'requested') return null;
  return (
    <Card as="section" className="flex gap-3.5">
      <IconTile icon={<BellRing />} tone="info" />
      <div className="min-w-0 flex-1 space-y-3">
        <div>
          <h2 className="font-semibold">
            <Trans>Turn on notifications</Trans>
          </h2>
          <p className="mt-1 text-ink-soft">
            {hasLeads ? (
              <Trans>
                For new leads, accepted projects and replies, even when the app is closed. Your
                browser will ask for permission.
              </Trans>
            ) : (
              <Trans>
                For accepted projects and replies, even when the app is closed. Your browser will
                ask for permission.
              </Trans>
            )}
          </p>
        </div>
        <Button variant="secondary" busy={push.state === 'requested'} onClick={turnOn}>
          <Trans>Turn on</Trans>
        </Button>
      </div>
    </Card>
  );
}
