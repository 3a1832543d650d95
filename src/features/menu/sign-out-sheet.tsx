import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { CloudUpload, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { isFormTouched } from '#src/data/drafts/unsaved-forms.ts';
import { signOut } from '#src/data/account/sign-out.ts';
import { useServices } from '#src/data/services.ts';
import { useUnsentText } from '#src/data/sync/unsent-work.ts';
import { useSyncStatus, useConnection } from '#src/data/sync/use-sync-status.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import type { UnsentCounts } from '#sync/outbox/counts.ts';

/** Page of the sheet if there is unsent work. */
type SignOutView = 'choices' | 'keep' | 'discard';

interface SignOutSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * Confirms signing out. Unsent work is never lost silently: the user can send it now, keep it on this phone, or
 * discard it.
 */
export function SignOutSheet({ isOpen, onOpenChange }: SignOutSheetProps) {
  const { t } = useLingui();
  const [view, setView] = useState<SignOutView>('choices');
  const { unsent } = useSyncStatus();
  const services = useServices();
  const [busy, setBusy] = useState(false);
  const signOutNow = async (mode: 'erase' | 'keep') => {
    setBusy(true);
    const isErased = await signOut(services, mode);
    // The app finishes erasing when it starts again, so reload it, unless someone is already signing in.
    if (!isErased && !isFormTouched.current()) location.reload();
  };
  const changeOpen = (open: boolean) => {
    onOpenChange(open);
    if (!open) setView('choices');
  };
  const cancel = () => changeOpen(false);
  const showChoices = () => setView('choices');

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={changeOpen}
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
        <PlainSignOut busy={busy} onCancel={cancel} onSignOut={() => void signOutNow('erase')} />
      )}
      {unsent !== null && unsent.total > 0 && (
        <>
          {view === 'choices' && (
            <UnsentChoices unsent={unsent} onCancel={cancel} onChoose={setView} />
          )}
          {view === 'keep' && (
            <KeepChoice busy={busy} onBack={showChoices} onKeep={() => void signOutNow('keep')} />
          )}
          {view === 'discard' && (
            <DiscardChoice
              unsent={unsent}
              busy={busy}
              onBack={showChoices}
              onDiscard={() => void signOutNow('erase')}
            />
          )}
        </>
      )}
    </Sheet>
  );
}

interface PlainSignOutProps {
  busy: boolean;
  onCancel: () => void;
  onSignOut: () => void;
}

/** Confirms signing out if nothing is unsent. */
function PlainSignOut({ busy, onCancel, onSignOut }: PlainSignOutProps) {
  return (
    <div className="space-y-5">
      <p>
        <Trans>Everything has been sent. Your data will be removed from this phone.</Trans>
      </p>
      <div className="flex flex-col gap-2">
        <Button fullWidth busy={busy} onClick={onSignOut}>
          <Trans context="this device">Sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}

interface KeepChoiceProps {
  busy: boolean;
  onBack: () => void;
  onKeep: () => void;
}

/** Asks for consent to keep unsent work, because the account's data stays readable on the phone. */
function KeepChoice({ busy, onBack, onKeep }: KeepChoiceProps) {
  return (
    <div className="space-y-5">
      <p>
        <Trans>
          We’ll send it when you sign in to this account on this phone again. Until then, your
          account’s data, such as project addresses, stays on this phone unencrypted.
        </Trans>
      </p>
      <div className="flex flex-col gap-2">
        <Button fullWidth busy={busy} onClick={onKeep}>
          <Trans>Keep data and sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  );
}

interface DiscardChoiceProps {
  unsent: UnsentCounts;
  busy: boolean;
  onBack: () => void;
  onDiscard: () => void;
}

/** Lists what will be lost, and requires consent. */
function DiscardChoice({ unsent, busy, onBack, onDiscard }: DiscardChoiceProps) {
  const unsentText = useUnsentText();
  const [hasAgreed, setHasAgreed] = useState(false);
  return (
    <div className="space-y-5">
      <div>
        <p>
          <Trans>This will be permanently deleted from this phone:</Trans>
        </p>
        <ul className="mt-1 list-disc ps-5 font-semibold">
          {unsentText(unsent).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <CheckboxField
        label={
          <Plural
            value={unsent.total}
            one="I understand that I’ll lose # item and its points"
            other="I understand that I’ll lose # items and their points"
          />
        }
        checked={hasAgreed}
        onChange={(event) => setHasAgreed(event.target.checked)}
      />
      <div className="flex flex-col gap-2">
        <Button
          variant="danger"
          fullWidth
          busy={busy}
          disabledReason={hasAgreed ? undefined : <Trans>Tick the box first.</Trans>}
          onClick={onDiscard}
        >
          <Trans>Discard and sign out</Trans>
        </Button>
        <Button variant="secondary" fullWidth onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  );
}

interface UnsentChoicesProps {
  unsent: UnsentCounts;
  onCancel: () => void;
  onChoose: (view: 'keep' | 'discard') => void;
}

/** Unsent work by kind, and the choices. */
function UnsentChoices({ unsent, onCancel, onChoose }: UnsentChoicesProps) {
  const unsentText = useUnsentText();
  const connection = useConnection();
  const sendNow = useSendNow();
  return (
    <div className="space-y-5">
      <Banner tone="warn" title={<Trans>Only on this phone</Trans>}>
        <ul className="list-disc ps-5">
          {unsentText(unsent).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Banner>
      <div role="status">
        {sendNow.hasTried && (
          <p className="text-small">
            <Trans>
              These items couldn’t be sent. Fix products that weren’t accepted, and choose a project
              for the rest.
            </Trans>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Button
          fullWidth
          icon={<CloudUpload />}
          busy={sendNow.busy}
          disabledReason={
            connection === 'online' ? undefined : (
              <Plural
                value={unsent.total}
                one="Connect to send it."
                other="Connect to send them."
              />
            )
          }
          onClick={() => void sendNow.send()}
        >
          <Trans>Send now</Trans>
        </Button>
        <Button
          variant="secondary"
          fullWidth
          icon={<Smartphone />}
          onClick={() => onChoose('keep')}
        >
          <Plural
            value={unsent.total}
            one="Keep it on this phone"
            other="Keep them on this phone"
          />
        </Button>
        <Button variant="secondary" fullWidth icon={<Trash2 />} onClick={() => onChoose('discard')}>
          <Plural value={unsent.total} one="Discard it" other="Discard them" />
        </Button>
        <Button variant="quiet" fullWidth onClick={onCancel}>
          <Trans>Stay signed in</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Sends unsent work; `hasTried` is true after the attempt. */
function useSendNow() {
  const account = useAccount();
  const [state, setState] = useState<'idle' | 'busy' | 'tried'>('idle');
  const send = async () => {
    setState('busy');
    await account.syncNow();
    setState('tried');
  };
  return { send, busy: state === 'busy', hasTried: state === 'tried' };
}
