import { Trans, useLingui } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import { AppHeader } from '#src/ui/app-header.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/skeleton.tsx';
import { focusHeading } from './use-heading-focus.ts';

/** In the shape of a screen, while the local database opens. */
export function OpeningScreen({ hasHeader }: { hasHeader: boolean }) {
  const { t } = useLingui();
  useLayoutEffect(
    () => () => {
      // Where the focus stood on this heading, the screen that follows gets it.
      if (!document.activeElement?.matches('h1')) return;
      requestAnimationFrame(() => focusHeading(document));
    },
    [],
  );
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
