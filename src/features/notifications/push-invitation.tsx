import { Trans } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { usePush } from '#src/data/push/use-push.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { useTurnOnPush } from './use-turn-on-push.ts';

/** Explains push messages before the browser asks; the prompt needs a press. */
export function PushInvitation() {
  const push = usePush();
  const connection = useConnection();
  const turnOn = useTurnOnPush(push);
  const hasLeads = useCanSee()(paths.leads());
  if (!push || connection !== 'online') return null;
  if (push.state !== 'default' && push.state !== 'requested') return null;
  return (
    <Card as="section" className="flex gap-3.5">
      <IconTile icon={<BellRing />} tone="place" />
      <div className="min-w-0 flex-1 space-y-3">
        <div>
          <h2 className="font-semibold">
            {hasLeads ? (
              <Trans>Hear of new leads at once</Trans>
            ) : (
              <Trans>Hear of answers at once</Trans>
            )}
          </h2>
          <p className="mt-1 text-ink-soft">
            {hasLeads ? (
              <Trans>
                This device can tell you of new leads, accepted projects and answers, also while the
                app is closed. Your browser asks you next.
              </Trans>
            ) : (
              <Trans>
                This device can tell you of accepted projects and answers, also while the app is
                closed. Your browser asks you next.
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
