import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useServices } from '#src/data/services.ts';
import { signOut } from '#src/data/account/sign-out.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { DiscardChoice } from './discard-choice.tsx';
import { KeepChoice } from './keep-choice.tsx';
import { PlainSignOut } from './plain-sign-out.tsx';
import { UnsentChoices } from './unsent-choices.tsx';

/** What the sheet asks. `choices` only while something is unsent. */
export type SignOutView = 'choices' | 'keep' | 'discard';

interface SignOutSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * Asks before signing out, and never drops unsent work in silence (F28): send it now, keep it on
 * this phone, or discard it explicitly.
 */
export function SignOutSheet({ isOpen, onOpenChange }: SignOutSheetProps) {
  const { t } = useLingui();
  const [view, setView] = useState<SignOutView>('choices');
  const { unsent } = useSyncStatus();
  const services = useServices();
  const [busy, setBusy] = useState(false);
  const leave = (fate: 'erase' | 'keep') => {
    setBusy(true);
    void signOut(services, fate);
  };
  const change = (open: boolean) => {
    onOpenChange(open);
    if (!open) setView('choices');
  };
  const cancel = () => change(false);
  const back = () => setView('choices');

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={change}
      isDismissable={!busy}
      title={
        unsent === null || unsent.total === 0 ? (
          <Trans>Sign out?</Trans>
        ) : (
          <Trans>Not everything has been sent</Trans>
        )
      }
      closeLabel={t`Cancel`}
    >
      {unsent === null && (
        <Skeleton label={t`Loading`}>
          <SkeletonText lines={2} />
        </Skeleton>
      )}
      {unsent?.total === 0 && (
        <PlainSignOut busy={busy} onCancel={cancel} onSignOut={() => leave('erase')} />
      )}
      {unsent !== null && unsent.total > 0 && (
        <>
          {view === 'choices' && (
            <UnsentChoices unsent={unsent} onCancel={cancel} onChoose={setView} />
          )}
          {view === 'keep' && <KeepChoice busy={busy} onBack={back} onKeep={() => leave('keep')} />}
          {view === 'discard' && (
            <DiscardChoice
              unsent={unsent}
              busy={busy}
              onBack={back}
              onDiscard={() => leave('erase')}
            />
          )}
        </>
      )}
    </Sheet>
  );
}
