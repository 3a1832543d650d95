import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useConnection, useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { findMissedCampaign, type PointRules } from '../product-points.ts';
import { NewPhotoNotice } from './new-photo-notice.tsx';
import { ProductRow } from './product-row.tsx';
import { ProductSheet } from './product-sheet.tsx';

/** Number of rows shown at first, and added by each press of "Show more". */
const ROWS_PER_PAGE = 50;

interface ProjectProductsProps {
  project: ProjectDocument;
  products: readonly ScanDocument[];
  pointRules: PointRules;
}

/** The products of a project: accepted, unsent and rejected ones. */
export function ProjectProducts({ project, products, pointRules }: ProjectProductsProps) {
  const { t } = useLingui();
  const [visibleCount, setVisibleCount] = useState(ROWS_PER_PAGE);
  const { selection, open, close } = useOpenedProduct(project.uuid);
  const { isFirstPullDone } = useSyncStatus();
  const canRemove = isProjectOpen(project.status.id) && !project.closing?.released;

  // After the first pull, a smaller count means that products were removed here, but not yet on the server.
  const isSyncing = !isFirstPullDone && products.length < project.products_count;
  const count = isSyncing ? project.products_count : products.length;
  const openedProduct = products.find(({ uuid }) => uuid === selection?.uuid);
  const more = products.length - visibleCount;
  return (
    <Section
      title={
        count === 0 ? t`Products` : t`${plural(count, { one: '# product', other: '# products' })}`
      }
      link={<ValidCount products={products} />}
    >
      {isSyncing && <DownloadingNotice />}
      {products.length === 0 && !isSyncing && (
        <EmptyState drawing="welcome-scan" title={t`No products yet`} headingLevel={3}>
          {canRemove && <Trans>Scan the labels of what you installed here.</Trans>}
        </EmptyState>
      )}
      <NewPhotoNotice products={products} onTake={({ uuid }) => open({ uuid, step: 'photo' })} />
      {products.length > 0 && (
        <List label={t`Products`}>
          {products.slice(0, visibleCount).map((product) => (
            <ProductRow
              key={product.uuid}
              product={product}
              missedCampaign={findMissedCampaign(product, pointRules)}
              onOpen={() => open({ uuid: product.uuid, step: 'details' })}
            />
          ))}
        </List>
      )}
      {more > 0 && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => setVisibleCount(visibleCount + ROWS_PER_PAGE)}
        >
          <Trans>Show {more} more</Trans>
        </Button>
      )}
      {openedProduct && (
        <ProductSheet
          key={openedProduct.uuid}
          product={openedProduct}
          missedCampaign={findMissedCampaign(openedProduct, pointRules)}
          canRemove={canRemove}
          step={selection?.step}
          onDone={close}
        />
      )}
    </Section>
  );
}

interface OpenedProduct {
  readonly uuid: string;
  readonly step: 'details' | 'photo';
}

/** The product whose sheet is open: initially the one in the URL. */
function useOpenedProduct(projectId: string) {
  const { product: linkedId } = useSearch({ from: '/signed-in/projects/$uuid' });
  const go = useGo();
  const [openedProduct, setOpenedProduct] = useState<OpenedProduct | null>(
    linkedId === undefined ? null : { uuid: linkedId, step: 'details' },
  );
  const close = () => {
    setOpenedProduct(null);
    // Removes the product from the URL, so that going back doesn't open the sheet again.
    if (linkedId !== undefined) go(paths.project(projectId), { replace: true });
  };
  return { selection: openedProduct, open: setOpenedProduct, close };
}

/** Notice that some of the project's products haven't been downloaded. */
function DownloadingNotice() {
  const offline = useConnection() !== 'online';
  return (
    <Banner tone={offline ? 'offline' : 'info'}>
      {offline ? (
        <Trans>Some products haven’t downloaded yet. They’ll appear when you’re online.</Trans>
      ) : (
        <Trans>Some products are still downloading.</Trans>
      )}
    </Banner>
  );
}

/** Number of valid products; hidden if none is valid yet. */
function ValidCount({ products }: { products: readonly ScanDocument[] }) {
  const { number } = useFormat();
  const validCount = products.filter(
    ({ state, flag }) => state === 'sent' && flag === 'valid',
  ).length;
  if (validCount === 0) return null;
  return (
    <p className="inline-flex items-center gap-1.5 text-caption font-semibold text-good tnum">
      <CircleCheck className="size-4 stroke-[2.25]" aria-hidden="true" />
      {validCount === products.length ? (
        <Trans>all valid</Trans>
      ) : (
        <Trans context="products">{number(validCount)} valid</Trans>
      )}
    </p>
  );
}
