import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, KeyRound, TimerReset } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { MINUTE_MS } from '#schemas/durations.ts';
import {
  idleEnd,
  lastResponseAt,
  serverNow,
  subscribeIdleEnd,
} from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { registerPasskey, signInWithPasskey } from '#console/data/passkey.ts';
import { SESSION_KEY } from '#console/data/query-client.ts';
import { sessionEnd, useSession } from '#console/data/session.ts';
import { useOnline } from '#console/data/use-online.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';

/** Strips above the screen that warn about being offline, a weak session, or a session that is about to end. */
export function SessionNotices() {
  return (
    <>
      <OfflineNotice />
      <WeakSessionNotice />
      <EndingNotice />
    </>
  );
}

function Strip({
  icon,
  children,
  action,
}: {
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface-sunken px-4 py-1.5 text-small [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <p className="min-w-0 flex-1 break-long">{children}</p>
      {action}
    </div>
  );
}

function OfflineNotice() {
  const { i18n } = useLingui();
  const isOnline = useOnline();
  const timeFormat = new Intl.DateTimeFormat(i18n.locales ?? i18n.locale, { timeStyle: 'short' });
  return (
    <div role="status">
      {!isOnline && (
        <Strip icon={<CloudOff />}>
          <Trans>
            No network. You see the data of {timeFormat.format(lastResponseAt() || serverNow())}.
            Nothing can be changed until the network is back.
          </Trans>
        </Strip>
      )}
    </div>
  );
}

function WeakSessionNotice() {
  const { t } = useLingui();
  const { strength, needs_passkey: needsPasskey } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText();
  const isOnline = useOnline();
  if (strength !== 'weak') return null;
  const strengthen = async () => {
    try {
      const session = await (needsPasskey ? registerPasskey() : signInWithPasskey());
      client.setQueryData(SESSION_KEY, session);
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0],
      });
    } catch (error) {
      showToast({ subject: 'passkey', tone: 'bad', message: errorText(error) });
    }
  };
  return (
    <section aria-label={t`Session`}>
      <Strip
        icon={<KeyRound />}
        action={
          isOnline && (
            <button
              type="button"
              onClick={() => void strengthen()}
              className={`${toolButtonClass} bg-inverse text-inverse-ink hover:bg-ink!`}
            >
              {needsPasskey ? <Trans>Create a passkey</Trans> : <Trans>Use the passkey</Trans>}
            </button>
          )
        }
      >
        <Trans>
          You signed in with a code alone. Until you use a passkey, most records are hidden and
          nothing can be changed.
        </Trans>
      </Strip>
    </section>
  );
}

/** Time before the session's end at which the console warns, in ms. */
const WARNING_MS = 3 * MINUTE_MS;
const TICK_MS = 10_000;

/** Warns before the session ends. Once it has ended, the sign-in replaces the data. */
function EndingNotice() {
  const session = useSession();
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [now, setNow] = useState(serverNow);
  const readSession = async () => {
    await client.refetchQueries({ queryKey: SESSION_KEY });
    setNow(serverNow());
  };
  const sessionIdleEnd = useSyncExternalStore(subscribeIdleEnd, idleEnd);
  const { at, isExtendable } = sessionEnd(session, sessionIdleEnd);
  const [isSoon, hasEnded] = [now > at - WARNING_MS, now > at];
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!isSoon && !hasEnded) return;
    // Another tab may have extended the session. If it has ended, the server rejects the request, and the sign-in form
    // appears.
    void client.refetchQueries({ queryKey: SESSION_KEY }).then(() => setNow(serverNow()));
  }, [client, isSoon, hasEnded]);
  const time = i18n.date(new Date(at), { timeStyle: 'short' });
  return (
    <div role="alert">
      {isSoon && (
        <Strip
          icon={<TimerReset />}
          action={
            isExtendable && (
              <button
                type="button"
                className={`${toolButtonClass} bg-inverse text-inverse-ink hover:bg-ink!`}
                onClick={() => void readSession()}
              >
                <Trans>Stay signed in</Trans>
              </button>
            )
          }
        >
          <Trans>You will be signed out at {time}.</Trans>
        </Strip>
      )}
    </div>
  );
}
