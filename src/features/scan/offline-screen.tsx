import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#src/data/account-context.tsx';
import { useErrorWords } from '#src/data/error-words.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { useFormat } from '#src/data/use-format.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { useSyncStatus } from '#src/data/use-sync-status.ts';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Page } from '#src/ui/page.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { BackButton } from './back-button.tsx';
import {
  CapturedSection,
  ClosingsSection,
  RefusedSection,
  WaitingSection,
} from './unsent-sections.tsx';
import { scansInState, type SyncStatus } from './queries.ts';

/** So many captured scans are looked through for invalid ones; nobody captures more before saving. */
const CAPTURED_MAX = 500;

/** `/scan/offline`: everything this phone has and the server has not, with its reason. */
export function OfflineScreen() {
  const { t } = useLingui();
  const status = useSyncStatus();
  const { unsent } = status;
  usePageTitle(t`Unsent scans`);
  const empty = unsent.total === 0;

  return (
    <Page
      title={t`Unsent scans`}
      subtitle={<LastSuccess at={status.lastSuccessAt} />}
      back={<BackButton to={paths.home()} />}
      footer={empty ? undefined : <SendNow status={status} />}
    >
      {empty ? (
        <EmptyState drawing="scans" title={t`Everything is sent`}>
          <Trans>What you save without a network waits here until it is sent.</Trans>
        </EmptyState>
      ) : (
        <div className="space-y-7">
          <SendingState status={status} />
          <InvalidScans refused={unsent.refused} />
          {unsent.refused > 0 && <RefusedSection count={unsent.refused} />}
          {unsent.captured > 0 && <CapturedSection count={unsent.captured} />}
          {unsent.waiting > 0 && <WaitingSection count={unsent.waiting} status={status} />}
          {unsent.closings > 0 && <ClosingsSection status={status} />}
          {unsent.removals > 0 && <Removals count={unsent.removals} />}
        </div>
      )}
    </Page>
  );
}

/** The specified error line for scans that are not valid (spec 1 §8), refused ones among them. */
function InvalidScans({ refused }: { refused: number }) {
  const { t } = useLingui();
  const captured = useLiveQuery((account) => scansInState(account, 'captured', CAPTURED_MAX), []);
  const invalid = (captured ?? []).filter((scan) => scan.isValid === false).length;
  if (refused + invalid === 0) return null;
  return (
    <ErrorBlock messages={[t`Some scans are not valid and were not sent. Mend or delete them.`]} />
  );
}

function LastSuccess({ at }: { at: number | null }) {
  const format = useFormat();
  if (at === null) return null;
  const when = format.dateTime(at);
  return <Trans>Last synced {when}</Trans>;
}

/** How the sending goes, or why it does not. */
function SendingState({ status }: { status: SyncStatus }) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const { progress, connection, phase, lastError } = status;
  if (progress) {
    const { done, total } = progress;
    return (
      <ProgressBar
        label={t`Sending`}
        value={done}
        max={total}
        countText={t`${done} of ${total} sent`}
      />
    );
  }
  if (connection === 'offline') {
    return (
      <Banner tone="offline">
        <Trans>You are offline. All of this is saved and is sent when the network is back.</Trans>
      </Banner>
    );
  }
  if (phase === 'blocked') {
    return (
      <Banner tone="warn">
        <Trans>Sign in again to send this. It stays saved on this phone.</Trans>
      </Banner>
    );
  }
  if (lastError === null || phase !== 'waiting') return null;
  return (
    <Banner tone="warn" title={<Trans>The last try did not get through</Trans>}>
      {errorWords({ code: lastError })} <Trans>It is tried again by itself.</Trans>
    </Banner>
  );
}

function SendNow({ status }: { status: SyncStatus }) {
  const hindrance = useSendHindrance(status);
  const account = useAccount();
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    await account.sendNow();
    setSending(false);
  };
  return (
    <Button
      size="large"
      fullWidth
      icon={<Send />}
      busy={sending}
      disabledReason={hindrance}
      onClick={() => void send()}
    >
      <Trans>Send now</Trans>
    </Button>
  );
}

/** Why nothing can be sent now, or null. */
function useSendHindrance({ unsent, connection }: SyncStatus): string | null {
  const { t } = useLingui();
  const sendable = unsent.waiting + unsent.closings + unsent.removals + unsent.photos;
  if (sendable === 0) return t`Nothing is ready to be sent.`;
  if (connection === 'offline') return t`You are offline.`;
  if (connection === 'maintenance') return t`The service is being maintained.`;
  return null;
}

function Removals({ count }: { count: number }) {
  return (
    <p className="text-small text-ink-soft">
      <Plural
        value={count}
        one="# removal is still to be sent."
        other="# removals are still to be sent."
      />
    </p>
  );
}
