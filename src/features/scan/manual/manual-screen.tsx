import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useDroppedFile } from '#src/data/device/dropped-file.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { BackButton } from '../back-button.tsx';
import { scanById } from '../queries.ts';
import { useProductRules } from '../capture/product-rules.ts';
import { ListScreen } from './list/list-screen.tsx';
import { ManualForm } from './manual-form.tsx';

/** `/scan/manual`: enters a product by hand, or completes or fixes a scan. */
export function ManualScreen() {
  const { t } = useLingui();
  const { scan: scanId, project: projectId } = useSearch({ from: '/signed-in/scan/manual' });
  const rules = useProductRules();
  const isOffline = useConnection() !== 'online';
  const scan = useLiveQuery((account) => scanById(account, scanId ?? ''), [scanId]);
  const [listText, setListText] = useState<string | null>(null);
  useDroppedFile('list', async (file) => setListText(await file.text()));
  const title = scanId ? t`Edit product` : t`Enter manually`;
  usePageTitle(title);
  const back = (
    <BackButton
      to={scanId ? backTargetOf(scan?.state, projectId) : paths.scan({ project: projectId })}
    />
  );

  if (scanId && scan === null) {
    return (
      <Page title={title} back={back}>
        <EmptyState
          drawing="search-none"
          title={t`This product is no longer here`}
          action={
            <LinkButton {...linkTo(paths.scanOffline())}>
              <Trans>Show items not sent</Trans>
            </LinkButton>
          }
        >
          <Trans>It was removed, or it belongs to another account.</Trans>
        </EmptyState>
      </Page>
    );
  }
  if (!rules && isOffline) {
    return (
      <Page title={title} back={back}>
        <EmptyState drawing="offline" title={t`Not loaded yet`}>
          <Trans>The product list hasn’t been downloaded yet. Go online once to read labels.</Trans>
        </EmptyState>
      </Page>
    );
  }
  if (!rules || scan === undefined) {
    return (
      <Page title={title} back={back}>
        <Skeleton label={t`Loading`}>
          <SkeletonCard lines={4} />
        </Skeleton>
      </Page>
    );
  }
  if (listText !== null && scan === null) {
    return (
      <ListScreen
        key={listText}
        initialText={listText}
        rules={rules}
        projectId={projectId}
        onClose={() => setListText(null)}
      />
    );
  }
  return (
    <ManualForm
      key={scan?.uuid ?? 'new'}
      title={title}
      back={back}
      rules={rules}
      scan={scan}
      projectId={projectId}
      onList={setListText}
    />
  );
}

function backTargetOf(state: string | undefined, projectId: string | undefined): AppLink {
  return state === 'captured' ? paths.scanReview({ project: projectId }) : paths.scanOffline();
}
