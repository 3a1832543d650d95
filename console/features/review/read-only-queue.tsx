import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { reviewCalls, type SamePhoto } from '#schemas/operator/review-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { IndexSkeleton } from '#console/parts/index-table/index-states.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { CompareSheet } from './compare-sheet.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ReviewPhoto } from './review-photo.tsx';

const PAGE_SIZE = 20;

interface ReadOnlyQueueProps {
  readonly country: RegionId | undefined;
  /** True to show only overdue products. */
  readonly isOverdue: boolean;
  readonly canDecide: boolean;
}

/** Undecided products without decision buttons, for viewers and for reading overdue products without claiming them. */
export function ReadOnlyQueue({ country, isOverdue, canDecide }: ReadOnlyQueueProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { query, products, product, hasEarlierPage, move } = useWaitingProducts(country, isOverdue);
  const [comparedPhoto, setComparedPhoto] = useState<SamePhoto | null>(null);
  const project = query.data?.projects.find(({ uuid }) => uuid === product?.project);
  const total = query.data?.meta.total;
  const steps = [
    { keys: 'k', title: t`Previous`, run: () => move(-1) },
    { keys: 'j', title: t`Next`, run: () => move(1) },
  ];
  useShortcuts(Object.fromEntries(steps.map(({ keys, run }) => [keys, run])));
  return (
    <ScreenPage
      title={<Trans>Review</Trans>}
      description={
        typeof total === 'number' &&
        (isOverdue ? (
          <Plural value={total} one="# overdue product" other="# overdue products" />
        ) : (
          <Plural value={total} one="# undecided product" other="# undecided products" />
        ))
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
        <Banner tone="info">
          {canDecide ? (
            <Trans>
              These products have waited longer than their target. Opening this list doesn’t claim
              them.
            </Trans>
          ) : (
            <Trans>Your role can look at products, but not decide on them.</Trans>
          )}
        </Banner>
        {isOverdue && (
          <ConsoleLink href="/review" className="self-start font-semibold text-info underline">
            {canDecide ? (
              <Trans>Review products, longest waiting first</Trans>
            ) : (
              <Trans>Show all undecided products</Trans>
            )}
          </ConsoleLink>
        )}
        {query.error && <Banner tone="bad">{errorText(query.error)}</Banner>}
        {/* A page is empty if others have decided all its products in the meantime. */}
        {(product || hasEarlierPage) && (
          <div role="toolbar" aria-label={t`Products`} className="flex flex-wrap gap-2">
            {steps.map(({ keys, title, run }) => (
              <button
                key={keys}
                type="button"
                className={`${toolButtonClass} bg-surface-raised card-rise`}
                aria-keyshortcuts={keys}
                onClick={run}
              >
                {title} <Keys isHidden>{keys}</Keys>
              </button>
            ))}
          </div>
        )}
        {product && (
          <>
            <div className="grid gap-4 desk:min-h-0 desk:flex-1 desk:grid-cols-[2fr_1fr] desk:grid-rows-[minmax(0,1fr)]">
              <ReviewPhoto
                photo={product.photo}
                nextPhotos={products.flatMap(({ photo }) => photo ?? [])}
                label={t`Photo of ${product.serial_number ?? product.type}`}
              />
              <ProductFacts product={product} project={project} onCompare={setComparedPhoto} />
            </div>
            <CompareSheet
              product={product}
              other={comparedPhoto}
              onClose={() => setComparedPhoto(null)}
            />
          </>
        )}
        {query.isPending && <IndexSkeleton label={t`Loading the list`} />}
        {query.data && !product && (
          <EmptyState
            drawing="all-sent"
            title={
              isOverdue ? <Trans>No overdue products</Trans> : <Trans>Nothing to review</Trans>
            }
          />
        )}
      </div>
    </ScreenPage>
  );
}

/**
 * Fetches the undecided products page by page. Returns the current product, the products that follow on its page, and a
 * function that moves to the next or previous product.
 */
function useWaitingProducts(region: RegionId | undefined, isOverdue: boolean) {
  /** The cursors of all pages up to the one that is shown, which is the last. */
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const [index, setIndex] = useState(0);
  const query = useOperatorQuery(
    reviewCalls.listReviewProducts,
    {
      query: {
        ...{ region, limit: PAGE_SIZE, cursor: pages.at(-1) },
        overdue: isOverdue ? 1 : undefined,
      },
    },
    { fresh: 'queue' },
  );
  const products = query.data?.data ?? [];
  // Others may have decided some of the page's products in the meantime, so the index may be past the last product.
  const shownIndex = Math.min(index, Math.max(0, products.length - 1));
  const move = (by: 1 | -1) => {
    const next = query.data?.meta.next;
    if (products[shownIndex + by]) setIndex(shownIndex + by);
    else if (by === 1 && next) {
      setPages([...pages, next]);
      setIndex(0);
    } else if (by === -1 && pages.length > 1) {
      setPages(pages.slice(0, -1));
      setIndex(PAGE_SIZE - 1);
    }
  };
  return {
    query,
    products: products.slice(shownIndex + 1),
    product: products[shownIndex],
    hasEarlierPage: pages.length > 1,
    move,
  };
}
