import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Clock, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useConnection, useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { DetailList, Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';

/** Rows shown at first, and added by each press of "Show more". */
const ROWS_PER_PAGE = 50;

interface ProjectProductsProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  products: readonly ScanDocument[] | undefined;
}

/** The products of a project: accepted, unsent and rejected ones. */
export function ProjectProducts({ project, products }: ProjectProductsProps) {
  const { t } = useLingui();
  const [visibleCount, setVisibleCount] = useState(ROWS_PER_PAGE);
  const [openedProduct, setOpenedProduct] = useState<ScanDocument | null>(null);
  const { firstPullDone } = useSyncStatus();
  // Reveal the notices above together with the products.
  useBlockReveal(products === undefined);
  const canRemove = isProjectOpen(project.status.id) && !project.closing?.released;

  if (!products) {
    return (
      <Skeleton label={t`Loading products`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  // After the first pull, a smaller count means products were removed here and the server doesn't
  // know yet.
  const isSyncing = !firstPullDone && products.length < project.products_count;
  const count = isSyncing ? project.products_count : products.length;
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
      {products.length > 0 && (
        <List label={t`Products`}>
          {products.slice(0, visibleCount).map((product) => (
            <ProductRow
              key={product.uuid}
              product={product}
              onOpen={() => setOpenedProduct(product)}
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
          canRemove={canRemove}
          onDone={() => setOpenedProduct(null)}
        />
      )}
    </Section>
  );
}

/** The project was synced before all of its products. */
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

/** Number of valid products; nothing if none is valid yet. */
function ValidCount({ products }: { products: readonly ScanDocument[] }) {
  const { number } = useFormat();
  const valid = products.filter(({ state, flag }) => state === 'sent' && flag === 'valid').length;
  if (valid === 0) return null;
  return (
    <p className="inline-flex items-center gap-1.5 text-caption font-semibold text-good tnum">
      <CircleCheck className="size-4 stroke-[2.25]" aria-hidden="true" />
      {valid === products.length ? (
        <Trans>all valid</Trans>
      ) : (
        <Trans context="products">{number(valid)} valid</Trans>
      )}
    </p>
  );
}

interface ProductRowProps {
  product: ScanDocument;
  onOpen: () => void;
}

/**
 * One product. Screen readers also get the serial number, which tells similar products apart; on
 * screen it appears only for rejected ones.
 */
function ProductRow({ product, onOpen }: ProductRowProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const productNames = useProductNames();
  const isRejected = product.state === 'refused';
  const serial = product.serial_number ?? t`No serial number`;
  return (
    <ListRow
      thumbnail={<RowPhoto scan={product} alt={t`Your photo`} />}
      title={productNames.name(product.type)}
      meta={
        <>
          <Facts facts={[`${product.type} ${product.size}`, productNames.size(product.size)]} />
          <span className={isRejected ? 'block tnum' : 'sr-only'}>{serial}</span>
          {product.refusal && (
            <span className="block text-bad">{errorMessage(product.refusal)}</span>
          )}
        </>
      }
      number={
        product.state === 'sent' && (
          <Points number={format.number(product.points)} label={format.points(product.points)} />
        )
      }
      trailing={<ProductState product={product} />}
      {...(isRejected ? linkTo(paths.scanManual({ scan: product.uuid })) : { onPress: onOpen })}
    />
  );
}

function ProductState({ product }: { product: ScanDocument }) {
  const { t } = useLingui();
  if (product.state === 'refused') return <SyncMark state="refused" label={t`Not accepted`} />;
  if (product.state !== 'sent') return <SyncMark state="waiting" label={t`Not sent`} />;
  return <FlagBadge flag={product.flag} />;
}

function FlagBadge({ flag }: { flag: ScanDocument['flag'] }) {
  switch (flag) {
    case 'in_review':
      return (
        <Badge tone="info" icon={<Clock />}>
          <Trans>In review</Trans>
        </Badge>
      );
    case 'rejected':
      return (
        <Badge tone="bad">
          <Trans>Rejected</Trans>
        </Badge>
      );
    case 'valid':
      return (
        <Badge tone="good">
          <Trans>Valid</Trans>
        </Badge>
      );
    case null:
      return null;
  }
}

/** True if the product was identified by a photo instead of a label. */
function isWithoutLabel({ serial_number, manual }: ScanDocument): boolean {
  return serial_number === null && manual;
}

interface ProductSheetProps {
  product: ScanDocument;
  canRemove: boolean;
  onDone: () => void;
}

/** Details of one product, with the button to remove it. */
function ProductSheet({ product, canRemove, onDone }: ProductSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  const productNames = useProductNames();
  const [isRemoving, setRemoving] = useState(false);
  const sizeInCm = productNames.size(product.size);
  if (isRemoving) return <RemoveSheet product={product} onDone={onDone} />;
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={productNames.name(product.type)}
      closeLabel={t`Close`}
      footer={
        canRemove && (
          <Button variant="secondary" fullWidth icon={<Trash2 />} onClick={() => setRemoving(true)}>
            <Trans>Delete product</Trans>
          </Button>
        )
      }
    >
      {(product.imageIdxDB ?? product.image_data) !== null && (
        <RowPhoto scan={product} alt={t`Your photo`} canEnlarge />
      )}
      <DetailList
        items={[
          {
            // Without a label, the user selected the product.
            term: isWithoutLabel(product) ? t`Product` : t`On the label`,
            detail: `${product.type} ${product.size} ${product.variant}`,
          },
          ...(sizeInCm === null ? [] : [{ term: t`Size`, detail: sizeInCm }]),
          {
            term: t`Serial number`,
            detail: <span className="tnum">{product.serial_number ?? t`No serial number`}</span>,
          },
          {
            term: isWithoutLabel(product) ? t`Added` : t`Scanned`,
            detail: format.dateTime(product.time),
          },
        ]}
      />
    </Sheet>
  );
}

function RemoveSheet({ product, onDone }: Pick<ProductSheetProps, 'product' | 'onDone'>) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [failure, setFailure] = useState<unknown>(null);

  const remove = async () => {
    try {
      await account.scanCommands.removeScan(product.uuid);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <ConfirmSheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={t`Delete this product?`}
      confirmLabel={t`Delete product`}
      cancelLabel={t`Keep it`}
      tone="danger"
      onConfirm={() => void remove()}
      errors={failure === null ? [] : [errorMessage(failure)]}
    >
      {product.serial_number === null ? (
        <Trans>
          {product.type} {product.size} {product.variant} and its photo will be removed from this
          project. To add it again, take a new photo.
        </Trans>
      ) : (
        <Trans>
          {product.type} {product.size} {product.variant} will be removed from this project. You can
          scan its label again.
        </Trans>
      )}
    </ConfirmSheet>
  );
}
