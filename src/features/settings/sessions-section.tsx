import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, LogOut, MonitorSmartphone } from 'lucide-react';
import { useState, useEffect } from 'react';
import type { AccountSession } from '#schemas/account-session.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ConfirmSheet } from '#src/ui/layout/sheet.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { useSessionActions } from './actions.ts';
import { useDeviceLabels } from './use-device-labels.ts';

/** Signed-in devices, each with a button to sign it out. */
export function SessionsSection() {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { online, sessions, listRequest, endRequest } = useSessions();
  const [sessionToEnd, setSessionToEnd] = useState<AccountSession | 'others' | null>(null);
  const otherSessions = sessions?.filter(({ current }) => !current) ?? [];
  const end = async (target: AccountSession | 'others') => {
    if (!(await endRequest.run(target))) return;
    setSessionToEnd(null);
    announce(target === 'others' ? t`All other devices signed out` : t`Device signed out`);
  };
  return (
    <Section title={<Trans>Signed-in devices</Trans>}>
      {sessions === null && !online && (
        <p className="text-ink-soft break-long">
          <Trans>You’re offline. Connect to see the list.</Trans>
        </p>
      )}
      {sessions === null && online && listRequest.failure === null && (
        <Skeleton label={t`Loading the devices`}>
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      )}
      {listRequest.failure !== null && (
        <ErrorBlock
          messages={[errorText(listRequest.failure)]}
          action={
            <Button
              variant="secondary"
              busy={listRequest.busy}
              onClick={() => void listRequest.run()}
            >
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
      {sessions && (
        <List label={t`Signed-in devices`}>
          {sessions.map((session) => (
            <SessionRow
              key={session.uuid}
              session={session}
              onEnd={online ? () => setSessionToEnd(session) : undefined}
            />
          ))}
        </List>
      )}
      {otherSessions.length > 0 && (
        <Button
          variant="secondary"
          fullWidth
          icon={<LogOut />}
          disabledReason={!online && t`You’re offline. Connect to sign out other devices.`}
          onClick={() => setSessionToEnd('others')}
        >
          <Trans>Sign out all other devices</Trans>
        </Button>
      )}
      <EndSessionSheet
        target={sessionToEnd}
        busy={endRequest.busy}
        errors={endRequest.failure === null ? [] : [errorText(endRequest.failure)]}
        onCancel={() => {
          endRequest.clear();
          setSessionToEnd(null);
        }}
        onConfirm={(target) => void end(target)}
      />
    </Section>
  );
}

/** Returns a function that names a session by its device, or "Support" for a support session. */
function useSessionLabels(): (session: AccountSession) => string {
  const { t } = useLingui();
  const format = useFormat();
  const deviceLabel = useDeviceLabels();
  return (session) => {
    if (session.read_only_until === undefined) return deviceLabel(session);
    const until = format.time(session.read_only_until);
    return t`Support, read only, until ${until}`;
  };
}

interface SessionRowProps {
  session: AccountSession;
  /** Undefined while offline. */
  onEnd: (() => void) | undefined;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const deviceName = useSessionLabels()(session);
  const since = format.date(session.created_at);
  const lastUsed = format.dateTime(session.last_used_at);
  return (
    <ListRow
      icon={session.read_only_until === undefined ? <MonitorSmartphone /> : <Eye />}
      title={deviceName}
      meta={
        <>
          <span className="block">
            <Trans>Last used {lastUsed}</Trans>
          </span>
          <span className="block">
            <Trans>Signed in {since}</Trans>
          </span>
        </>
      }
      trailing={
        session.current && (
          <Badge tone="info">
            <Trans>This device</Trans>
          </Badge>
        )
      }
      action={
        !session.current &&
        onEnd && <IconButton label={t`Sign out: ${deviceName}`} icon={<LogOut />} onClick={onEnd} />
      }
    />
  );
}

/** The user's sessions; loaded while online, and again after one has ended. */
function useSessions() {
  const online = useConnection() === 'online';
  const actions = useSessionActions();
  const [sessions, setSessions] = useState<readonly AccountSession[] | null>(null);
  const listRequest = useRequest(async () => setSessions(await actions.list()));
  /** Resolves to true on success, so the caller can close its dialog. */
  const endRequest = useRequest(async (target: AccountSession | 'others') => {
    if (target === 'others') await actions.endOthers();
    else await actions.end(target.uuid);
    setSessions(await actions.list());
    return true;
  });
  const isLoaded = sessions !== null;
  useEffect(() => {
    if (online && !isLoaded) void listRequest.run();
    // `listRequest.run` is a new function on each render but always behaves the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online, isLoaded]);
  return { online, sessions, listRequest, endRequest };
}

interface EndSessionSheetProps {
  /** Session to end; null while the sheet is closed. */
  target: AccountSession | 'others' | null;
  busy: boolean;
  errors: readonly string[];
  onCancel: () => void;
  onConfirm: (target: AccountSession | 'others') => void;
}

/** Confirms signing out a device. The device keeps its unsent work. */
function EndSessionSheet(props: EndSessionSheetProps) {
  const { target, busy, errors, onCancel, onConfirm } = props;
  const { t } = useLingui();
  const sessionLabel = useSessionLabels();
  // The sheet keeps its text during the closing animation.
  const displayedTarget = useLastDefined(target ?? undefined);
  const deviceName =
    displayedTarget === undefined || displayedTarget === 'others'
      ? ''
      : sessionLabel(displayedTarget);
  const isSupport =
    displayedTarget !== undefined &&
    displayedTarget !== 'others' &&
    displayedTarget.read_only_until !== undefined;
  return (
    <ConfirmSheet
      isOpen={target !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel();
      }}
      title={
        displayedTarget === 'others' ? (
          <Trans>Sign out all other devices?</Trans>
        ) : (
          <Trans>Sign out {deviceName}?</Trans>
        )
      }
      confirmLabel={<Trans context="another device">Sign out</Trans>}
      cancelLabel={t`Cancel`}
      tone="danger"
      busy={busy}
      errors={errors}
      onConfirm={() => {
        if (target !== null) onConfirm(target);
      }}
    >
      {isSupport ? (
        <Trans>Support will no longer see your app.</Trans>
      ) : (
        <Trans>
          Someone will need to sign in again on that device. Work not sent yet stays there until
          then.
        </Trans>
      )}
      {displayedTarget === 'others' && (
        <>
          {' '}
          <Trans>The link of your calendar stops working, too.</Trans>
        </>
      )}
    </ConfirmSheet>
  );
}
