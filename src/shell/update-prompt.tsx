import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useHasUnsavedForm } from '#src/data/drafts/unsaved-forms.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { useAppUpdate } from './app-update.ts';

/**
 * Offers an installed update (F32); never reloads without consent or over unsaved input. If dismissed, it
 * returns at the next start. Activation waits until the old worker is idle, which can take a while.
 */
export function UpdatePrompt() {
  const { t } = useLingui();
  const { apply } = useAppUpdate();
  const [isDismissed, setIsDismissed] = useState(false);
  const [isApplying, setIsApplying] = useState(false);
  const isEditing = useHasUnsavedForm();
  if (isDismissed) return null;
  return (
    <aside
      aria-label={t`Update`}
      className="fixed inset-x-0 bottom-(--foot-offset) z-40 px-gutter ps-[calc(var(--gutter)+var(--rail-inline))] pb-7"
    >
      <div className="mx-auto max-w-sheet rounded-card bg-surface-raised shadow-float">
        <Banner
          tone="info"
          live="polite"
          title={<Trans>A new version is ready</Trans>}
          onDismiss={() => setIsDismissed(true)}
          dismissLabel={t`Not now`}
          action={
            <Button
              busy={isApplying}
              onClick={() => {
                setIsApplying(true);
                apply();
              }}
              disabledReason={isEditing && t`Save or discard your changes first.`}
            >
              <Trans>Update now</Trans>
            </Button>
          }
        >
          {isApplying ? (
            <Trans>The app will restart when it finishes what it’s doing.</Trans>
          ) : (
            <Trans>The app will restart. Your saved work stays on this phone.</Trans>
          )}
        </Banner>
      </div>
    </aside>
  );
}
