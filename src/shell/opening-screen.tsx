import { Outlet } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { HomeSnapshotContext, readHomeSnapshot } from '#src/data/account/home-snapshot.ts';
import { AppHeader } from '#src/ui/layout/app-header.tsx';
import { detachedBoundary, RevealBoundaryContext } from '#src/ui/feedback/block-reveal.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import type { HeaderKind } from './route-entry.ts';
import { Greeting } from './shell-header.tsx';

interface OpeningScreenProps {
  header: HeaderKind;
  userId: string;
}

/** Shown while the local database opens: the last home snapshot, or a skeleton on other screens. */
export function OpeningScreen({ header, userId }: OpeningScreenProps) {
  const [snapshot] = useState(() =>
    header === 'home' ? readHomeSnapshot(localStorage, userId) : null,
  );
  // Other screens need the database.
  if (!snapshot || header !== 'home') {
    return (
      <Detached>
        <OpeningSkeleton hasHeader={header !== 'none'} />
      </Detached>
    );
  }
  return (
    <Detached>
      <AppHeader>
        <Greeting name={snapshot.name} />
      </AppHeader>
      <HomeSnapshotContext value={snapshot}>
        <Outlet />
      </HomeSnapshotContext>
    </Detached>
  );
}

function Detached({ children }: { children: ReactNode }) {
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
