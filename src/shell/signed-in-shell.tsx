import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccountProvider } from '#src/data/account-context.tsx';
import { useUnsentTotal } from '#src/data/use-unsent-total.ts';
import { useIdentity } from '#src/data/use-session.ts';
import { HeaderSlotProvider } from '#src/ui/header-slot.tsx';
import { showAppBadge } from './app-badge.ts';
import { AppNavigation } from './app-navigation.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { DatabaseFailure } from './database-failure.tsx';
import { OpeningScreen } from './opening-screen.tsx';
import { RefusedScreen } from './refused-screen.tsx';
import { isAllowed } from './route-guard.ts';
import { ShellHeader } from './shell-header.tsx';
import { StorageLostNotice } from './storage-lost-notice.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useRouteEntry } from './use-route-entry.ts';

/** What surrounds the screens of a signed-in person: bar, header, connection, their database. */
export function SignedInShell() {
  const identity = useIdentity();
  const entry = useRouteEntry();
  useAppBadge();
  // On the way out: the guards take over with the next tick.
  if (!identity) return null;
  return (
    <>
      {(entry?.navigation ?? true) && <AppNavigation />}
      <AccountProvider
        identity={identity}
        opening={<OpeningScreen hasHeader={entry !== undefined && entry.header !== 'none'} />}
        failed={(code, retry) => <DatabaseFailure code={code} retry={retry} />}
      >
        <AccountShell />
      </AccountProvider>
    </>
  );
}

/** On the app's icon too: what is unsent is seen without opening the app. */
function useAppBadge() {
  const unsent = useUnsentTotal();
  useEffect(() => {
    showAppBadge(navigator, unsent);
    return () => showAppBadge(navigator, 0);
  }, [unsent]);
}

function AccountShell() {
  useAccountLanguage();
  const identity = useIdentity();
  const entry = useRouteEntry();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const refused = entry && identity && !isAllowed(entry, identity.role);
  return (
    <HeaderSlotProvider value={slot}>
      {entry && entry.header !== 'none' && (
        <ShellHeader kind={entry.header} back={entry.back} slotRef={setSlot} />
      )}
      {entry?.header !== 'home' && <ConnectionStrip />}
      <StorageLostNotice />
      {refused ? <RefusedScreen /> : <Outlet />}
    </HeaderSlotProvider>
  );
}
