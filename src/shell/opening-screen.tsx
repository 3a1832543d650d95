import { Trans, useLingui } from '@lingui/react/macro';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/skeleton.tsx';

/** In the shape of a screen, while the local database opens. */
export function OpeningScreen() {
  const { t } = useLingui();
  return (
    <Page title={<Trans>One moment</Trans>} titleHidden>
      <Skeleton label={t`Loading`}>
        <SkeletonCard lines={3} />
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    </Page>
  );
}
