import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AccountProvider, useStorageLost } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useServices } from '#src/data/services.ts';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useUnsentTotal } from '#src/data/live/badge-totals.ts';
import { usePermission } from '#src/data/account/permissions.ts';
import { useIdentity, useIsSessionOver } from '#src/data/account/use-session.ts';
import { useIsClockWrong } from '#src/data/time/use-server-time.ts';
import { useIsFormTouched } from '#src/data/drafts/unsaved-forms.ts';
import { HeaderSlotProvider } from '#src/ui/layout/header-slot.tsx';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { showAppBadge } from './behaviour/app-badge.ts';
import { AppNavigation } from './app-navigation.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { type RouteEntry, useRouteEntry, type HeaderKind } from './route-entry.ts';
import { ShellHeader, Greeting } from './shell-header.tsx';
import { languageById } from '#schemas/languages.ts';
import { catalogueLanguageOrNull } from '#src/data/device/device-settings.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { HomeSnapshotContext, readHomeSnapshot } from '#src/data/account/home-snapshot.ts';
import { lazyNotice, lazyWithTexts } from '#src/i18n/lazy-with-texts.ts';
import { AppHeader } from '#src/ui/layout/app-header.tsx';
import { detachedBoundary, RevealBoundaryContext } from '#src/ui/feedback/block-reveal.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

// These are rarely shown, so they're loaded on demand.
const DatabaseFailure = lazyWithTexts(
  async () => (await import('./database-failure.tsx')).DatabaseFailure,
);
const AccessDeniedScreen = lazyWithTexts(
  async () => (await import('./access-denied-screen.tsx')).AccessDeniedScreen,
);
const DeferredNotices = lazyNotice(
  async () => (await import('./deferred-notices.tsx')).DeferredNotices,
);
const ImpersonationNotice = lazyWithTexts(
  async () => (await import('./impersonation-notice.tsx')).ImpersonationNotice,
);

// The rail only exists on a desktop. On a phone, its sections are in the menu.
const RailSections = lazyWithTexts(async () => (await import('./rail-sections.tsx')).RailSections);

/** Frame of the signed-in screens: navigation, header, connection strip, account database. */
export function SignedInShell() {
  const identity = useIdentity();
  const entry = useRouteEntry();
  const isDesktop = useIsDesktop();
  const [rail, setRail] = useState<HTMLElement | null>(null);
  useAppBadge();
  // The user is signing out, and the route guards redirect on the next tick.
  if (!identity) return null;
  const openingScreen = (
    <OpeningScreen header={entry?.header ?? 'none'} userId={identity.user_id} />
  );
  return (
    <>
      {identity.emulated && (
        <Suspense>
          <ImpersonationNotice isReadOnly={identity.is_read_only === true} />
        </Suspense>
      )}
      {hasNavigation(entry, isDesktop) && <AppNavigation sectionsRef={setRail} />}
      <AccountProvider
        identity={identity}
        renderFailure={(code, retry) => (
          <Suspense>
            <DatabaseFailure code={code} retry={retry} />
          </Suspense>
        )}
      >
        {(isOpen) => (
          <RevealTogether fallback={openingScreen} isPending={!isOpen}>
            {isOpen && <AccountShell rail={isDesktop ? rail : null} />}
          </RevealTogether>
        )}
      </AccountProvider>
    </>
  );
}

/**
 * True if the screen has the navigation, according to the route table. On a desktop, the menu also has the rail, and
 * so do details next to their list.
 */
function hasNavigation(entry: RouteEntry | undefined, isDesktop: boolean): boolean {
  if (entry === undefined || entry.navigation) return true;
  return isDesktop && (entry.within !== undefined || entry.path === '/menu');
}

/** Shows the unsent count on the app icon. */
function useAppBadge() {
  const unsentTotal = useUnsentTotal();
  useEffect(() => {
    showAppBadge(navigator, unsentTotal);
    return () => showAppBadge(navigator, 0);
  }, [unsentTotal]);
}

/** Registers this device's push subscription, if any, with the server. */
function useRegisteredPush() {
  const services = useServices();
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    void import('#src/data/push/register-push.ts').then(
      ({ registerPush }) => registerPush(services),
      () => undefined,
    );
  }, [services]);
}

/** True if one of the deferred notices applies. */
function useHasNotices(): boolean {
  const isStorageLost = useStorageLost();
  const isSessionOver = useIsSessionOver();
  const { store, unreadable } = useSyncStatus();
  const isClockWrong = useIsClockWrong();
  const hasStoreProblem = store !== 'healthy' || Object.keys(unreadable).length > 0;
  return isStorageLost || isSessionOver || isClockWrong || hasStoreProblem;
}

interface AccountShellProps {
  /** Rail element for the app sections; null on phones. */
  rail: HTMLElement | null;
}

function AccountShell({ rail }: AccountShellProps) {
  useAccountLanguage();
  useRegisteredPush();
  const entry = useRouteEntry();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const isForbidden = usePermission(entry ?? {}) === 'no';
  // A user with an open form may finish it or leave.
  const isAccessDenied = !useIsFormTouched() && isForbidden;
  const hasNotices = useHasNotices() || isForbidden !== isAccessDenied;
  return (
    <HeaderSlotProvider value={slot}>
      {rail &&
        createPortal(
          <Suspense>
            <RailSections />
          </Suspense>,
          rail,
        )}
      {entry && entry.header !== 'none' && (
        <ShellHeader kind={entry.header} back={entry.back} slotRef={setSlot} />
      )}
      <ConnectionStrip />
      {hasNotices && (
        <Suspense>
          <DeferredNotices isForbidden={isForbidden} />
        </Suspense>
      )}
      {isAccessDenied ? (
        <Suspense>
          <AccessDeniedScreen />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </HeaderSlotProvider>
  );
}

/** Stores the account's language on the device, so that the next start uses it immediately. */
function useAccountLanguage(): void {
  const { device } = useServices();
  const languageId = useSingleton('self')?.languages_id;
  useEffect(() => {
    if (languageId === undefined) return;
    const accountLanguage = catalogueLanguageOrNull(languageById(languageId));
    if (accountLanguage !== device.current().accountLanguage) device.change({ accountLanguage });
  }, [device, languageId]);
}

interface OpeningScreenProps {
  header: HeaderKind;
  userId: string;
}

/** Shown while the local database opens: the last home snapshot, or a skeleton on other screens. */
function OpeningScreen({ header, userId }: OpeningScreenProps) {
  const [snapshot] = useState(() =>
    header === 'home' ? readHomeSnapshot(draftStorage, userId) : null,
  );
  // Other screens need the database.
  if (!snapshot || header !== 'home') {
    return (
      <DetachedReveal>
        <OpeningSkeleton hasHeader={header !== 'none'} />
      </DetachedReveal>
    );
  }
  return (
    <DetachedReveal>
      <AppHeader>
        <Greeting name={snapshot.name} />
      </AppHeader>
      <HomeSnapshotContext value={snapshot}>
        <Outlet />
      </HomeSnapshotContext>
    </DetachedReveal>
  );
}

function DetachedReveal({ children }: { children: ReactNode }) {
  return <RevealBoundaryContext value={detachedBoundary}>{children}</RevealBoundaryContext>;
}

function OpeningSkeleton({ hasHeader }: { hasHeader: boolean }) {
  const { t } = useLingui();
  return (
    <>
      {hasHeader && <AppHeader />}
      <Page title={<Trans>One moment</Trans>} titleHidden>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      </Page>
    </>
  );
}
