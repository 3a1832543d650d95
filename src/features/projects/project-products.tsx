import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { useFormat } from '#src/data/words/format.ts';
import { RowPhoto } from '#src/features/scan/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { useConnection, useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/confirm-sheet.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';

/** Rows drawn at first, and more with each press. */
const ROWS = 50;

interface ProjectProductsProps {
  project: ProjectDocument;
  /** Undefined while they are loading. */
  products: readonly ScanDocument[] | undefined;
}

/** The products of a project: what the server has, what waits, what was refused. */
export function ProjectProducts({ project, products }: ProjectProductsProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(ROWS);
  const [leaving, setLeaving] = useState<ScanDocument | null>(null);
  const { firstPullDone } = useSyncStatus();
  const removable = isOpen(project.status.id) && !project.closing?.released;

  if (!products) {
    return (
      <Skeleton label={t`Loading products`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  // Later, what is missing was removed here, and the server has not heard of it.
  const onTheirWay = !firstPullDone && products.length < project.products_count;
  const more = products.length - shown;
  return (
    <Section title={t`Products`}>
      {onTheirWay && <OnTheirWay />}
      {products.length === 0 && !onTheirWay && (
        <EmptyState drawing="scans" title={t`No products yet`} headingLevel={3}>
          {removable && <Trans>Scan the labels of what you installed here.</Trans>}
        </EmptyState>
      )}
      {products.length > 0 && (
        <List label={t`Products`}>
          {products.slice(0, shown).map((product) => (
            <ProductRow
              key={product.uuid}
              product={product}
              onRemove={removable ? () => setLeaving(product) : undefined}
            />
          ))}
        </List>
      )}
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setShown(shown + ROWS)}>
          <Trans>Show {more} more</Trans>
        </Button>
      )}
      <RemoveSheet product={leaving} onDone={() => setLeaving(null)} />
    </Section>
  );
}

/** The project arrived on this device before all of its products. */
function OnTheirWay() {
  const offline = useConnection() !== 'online';
  return (
    <Banner tone={offline ? 'offline' : 'info'}>
      {offline ? (
        <Trans>
          Not all of its products are on this device yet. They come when you are online.
        </Trans>
      ) : (
        <Trans>Not all of its products are on this device yet. They are on their way.</Trans>
      )}
    </Banner>
  );
}

interface ProductRowProps {
  product: ScanDocument;
  onRemove: (() => void) | undefined;
}

function ProductRow({ product, onRemove }: ProductRowProps) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const refused = product.state === 'refused';
  const name = `${product.type} ${product.size} ${product.variant}`;
  return (
    <ListRow
      thumbnail={<RowPhoto scan={product} alt={t`Your photo`} />}
      title={name}
      meta={
        <>
          <span className="block tnum">{product.serial_number ?? t`No serial number`}</span>
          {product.refusal && <span className="block text-bad">{errorWords(product.refusal)}</span>}
        </>
      }
      trailing={<ProductState product={product} />}
      action={
        onRemove && <IconButton label={t`Delete ${name}`} icon={<Trash2 />} onClick={onRemove} />
      }
      {...(refused && linkTo(paths.scanManual({ scan: product.uuid })))}
    />
  );
}

function ProductState({ product }: { product: ScanDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  if (product.state === 'refused') return <SyncMark state="refused" label={t`Refused`} />;
  if (product.state !== 'sent') return <SyncMark state="waiting" label={t`Waiting`} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-small font-semibold tnum">{format.points(product.points)}</span>
      <FlagBadge flag={product.flag} />
    </span>
  );
}

function FlagBadge({ flag }: { flag: ScanDocument['flag'] }) {
  switch (flag) {
    case 'in_review':
      return (
        <Badge tone="warn">
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

function RemoveSheet({ product, onDone }: { product: ScanDocument | null; onDone: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorWords();
  const [failure, setFailure] = useState<unknown>(null);

  const remove = async () => {
    if (!product) return;
    try {
      await account.scanCommands.removeScan(product.uuid);
      close();
    } catch (error) {
      setFailure(error);
    }
  };
  const close = () => {
    setFailure(null);
    onDone();
  };
  return (
    <ConfirmSheet
      isOpen={product !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t`Delete this product?`}
      confirmLabel={t`Delete product`}
      cancelLabel={t`Keep it`}
      tone="danger"
      onConfirm={() => void remove()}
      errors={failure === null ? [] : [errorWords(failure)]}
    >
      {product && (
        <Trans>
          {product.type} {product.size} {product.variant} leaves this project. Its label can be
          scanned again.
        </Trans>
      )}
    </ConfirmSheet>
  );
}
