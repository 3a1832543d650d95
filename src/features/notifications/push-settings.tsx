import { Trans, useLingui } from '@lingui/react/macro';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePush } from '#src/data/push/use-push.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useTurnOnPush } from './use-turn-on-push.ts';

/** Push messages on this device; hidden if unsupported or offline (spec 1 §2). */
export function PushSettings() {
  const { t } = useLingui();
  const push = usePush();
  const connection = useConnection();
  const wordsFor = useErrorMessage();
  const hasLeads = useCanSee()(paths.leads());
  const turnOn = useTurnOnPush(push);
  if (!push || connection !== 'online' || push.state === 'unloaded') return null;
  const turnOff = () => {
    push
      .turnOff()
      .catch((error: unknown) =>
        showToast({ message: wordsFor(error), subject: 'push', tone: 'bad' }),
      );
  };
  return (
    <Section title={t`Notifications on this device`}>
      {push.state === 'denied' ? (
        <Banner tone="info" title={<Trans>Your browser blocks them</Trans>}>
          <Trans>
            Allow notifications for this site in the browser’s settings, then come back.
          </Trans>
        </Banner>
      ) : (
        <Card>
          <SwitchField
            label={<Trans>Tell me at once</Trans>}
            description={
              hasLeads ? (
                <Trans>
                  New leads, accepted projects and answers, also while the app is closed.
                </Trans>
              ) : (
                <Trans>Accepted projects and answers, also while the app is closed.</Trans>
              )
            }
            checked={push.state === 'granted'}
            busy={push.state === 'requested'}
            onValueChange={(on) => (on ? turnOn() : turnOff())}
          />
        </Card>
      )}
    </Section>
  );
}
