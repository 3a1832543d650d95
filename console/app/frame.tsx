import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { LiveRegion } from '#src/ui/feedback/announce.tsx';
import { ToastRegion } from '#src/ui/feedback/toast.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { BulkPanel } from '#console/parts/bulk-panel.tsx';
import { LeaveGuard } from '#console/parts/leave-guard.tsx';
import { Palette, PaletteSearch } from '#console/parts/palette/palette.tsx';
import { shownActions, type PaletteAction } from '#console/parts/palette/palette-actions.ts';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { SessionNotices } from './session-notices.tsx';
import { Header } from './header.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navigation } from './navigation.tsx';
import { screens } from './screens.ts';
import { useFrameActions } from './frame-actions.ts';
import { useRecordSearch } from './use-record-search.ts';

/** The frame around each screen: header, navigation, notices, palette and keyboard help. */
export function Frame() {
  const { t } = useLingui();
  const session = useSession();
  const [openDialog, setOpenDialog] = useState<'palette' | 'help' | null>(null);
  useListUpdates();
  useShortcuts({ '?': () => setOpenDialog('help') });
  const toggle = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    setOpenDialog((before) => (before === 'palette' ? null : 'palette'));
  });
  useEffect(() => {
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return (
    <LeaveGuard>
      <div className="console-grid">
        <a
          href="#screen"
          className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-control focus:bg-inverse focus:px-4 focus:py-2 focus:font-semibold focus:text-inverse-ink"
        >
          <Trans>Skip to content</Trans>
        </a>
        <Header onSearch={() => setOpenDialog('palette')} onHelp={() => setOpenDialog('help')} />
        <Navigation />
        <div
          id="screen"
          tabIndex={-1}
          className="flex min-h-0 flex-col outline-none [grid-area:screen]"
        >
          <SessionNotices />
          <div className="grid min-h-0 flex-1">
            <Outlet />
          </div>
          {session.strength === 'passkey' && <BulkPanel />}
        </div>
        <Palette
          isOpen={openDialog === 'palette'}
          onOpenChange={(isOpen) => setOpenDialog(isOpen ? 'palette' : null)}
        >
          <FrameSearch close={() => setOpenDialog(null)} />
        </Palette>
        <KeyboardHelp
          isOpen={openDialog === 'help'}
          onOpenChange={(isOpen) => setOpenDialog(isOpen ? 'help' : null)}
        />
        <LiveRegion />
        <ToastRegion label={t`Messages`} dismissLabel={t`Dismiss`} />
      </div>
    </LeaveGuard>
  );
}

/** Keeps the visible lists up to date. */
function useListUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isUnmounted = false;
    // This module is loaded after the first screen. If loading it fails, lists are only refetched when they are stale.
    const start = import('#console/data/list-stream.ts').then(({ followLists }) => {
      if (!isUnmounted) stop = followLists(client);
    });
    start.catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [client]);
}

/** Search in the palette. It's only mounted while the palette is open. */
function FrameSearch({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const session = useSession();
  const frameActions = useFrameActions();
  const [searchText, setSearchText] = useState('');
  const { groups: records, ...state } = useRecordSearch(searchText);
  const screenActions: PaletteAction[] = screens
    .filter(({ right, inNavigation }) => inNavigation && hasRight(session, right))
    .map(({ path, title }) => ({
      id: `screen-${path.slice(1) || 'today'}`,
      title: i18n._(title),
      run: () => void router.navigate({ href: path }),
    }));
  const groups = [
    { title: t`On this screen`, actions: shownActions() },
    { title: t`Screens`, actions: screenActions },
    { title: t`Settings`, actions: frameActions },
  ];
  return (
    <PaletteSearch
      groups={groups}
      records={records}
      {...state}
      searchText={searchText}
      onSearchTextChange={setSearchText}
      close={close}
    />
  );
}
