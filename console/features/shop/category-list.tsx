import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, History, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  MAX_COUNTED_PRODUCTS,
  type ProductCategory,
  shopCategoryCalls,
} from '#schemas/operator/shop-category-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { categoryQueries, useCategoryOrder } from './category-order.ts';
import { ProductPicture } from './shop-cells.tsx';

interface CategoryListProps {
  /** Name of the list. */
  readonly label: string;
  readonly region: RegionId;
  readonly categories: readonly ProductCategory[];
  readonly canEdit: boolean;
  readonly onEdit: (category: ProductCategory) => void;
  readonly onShowHistory: (category: ProductCategory) => void;
}

type Order = ReturnType<typeof useCategoryOrder>;

/** Categories of one country, in the order of its shop. */
export function CategoryList({ label, region, categories, canEdit, ...on }: CategoryListProps) {
  const { t, i18n } = useLingui();
  const order = useCategoryOrder(region, categories);
  useUnsavedInput({ place: 'tab', isUnsaved: () => order.isChanged });
  const indexOf = ({ id }: ProductCategory) => order.rows.findIndex((row) => row.id === id);
  return (
    <>
      <RowsTable
        isCentred
        label={label}
        rows={order.rows}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'place',
            header: t({ message: 'Place', context: 'order' }),
            isNumber: true,
            cell: (row) => i18n.number(indexOf(row) + 1),
          },
          {
            id: 'name',
            header: t`Category`,
            cell: ({ name, picture }) => (
              <span className="flex min-w-32 items-center">
                <span className="shrink-0">
                  <ProductPicture src={picture?.s ?? null} />
                </span>
                {name}
              </span>
            ),
          },
          { id: 'products', header: t`Products`, cell: (row) => <Products category={row} /> },
          {
            id: 'state',
            header: t`Status`,
            cell: ({ is_visible: isVisible }) => (
              <span className="whitespace-nowrap">
                <Badge tone={isVisible ? 'good' : 'neutral'}>
                  {isVisible ? (
                    <Trans context="category">Shown</Trans>
                  ) : (
                    <Trans context="category">Hidden</Trans>
                  )}
                </Badge>
              </span>
            ),
          },
          {
            id: 'actions',
            header: t`Actions`,
            cell: (row) => (
              <RowActions
                category={row}
                order={order}
                index={indexOf(row)}
                canEdit={canEdit}
                {...on}
              />
            ),
          },
        ]}
      />
      <OrderBar order={order} />
    </>
  );
}

/** Number of products, linked to their list. */
function Products({ category: { id, products } }: { category: ProductCategory }) {
  if (products === 0) return <Trans context="products">None</Trans>;
  return (
    <ConsoleLink href={`/shop?category=${id}`} className="font-semibold text-info underline">
      {products > MAX_COUNTED_PRODUCTS ? (
        <Trans>More than 10,000 products</Trans>
      ) : (
        <Plural value={products} one="# product" other="# products" />
      )}
    </ConsoleLink>
  );
}

interface RowActionsProps extends Pick<CategoryListProps, 'canEdit' | 'onEdit' | 'onShowHistory'> {
  readonly category: ProductCategory;
  readonly order: Order;
  /** Index in the list. */
  readonly index: number;
}

function RowActions({ category, order, index, canEdit, onEdit, onShowHistory }: RowActionsProps) {
  const { t } = useLingui();
  const { name } = category;
  const buttons = useRef<HTMLDivElement>(null);
  /** Direction of the last move. A moved element loses the focus, so the pressed button is focused again. */
  const movedBy = useRef<-1 | 1 | null>(null);
  useEffect(() => {
    if (movedBy.current === null) return;
    buttons.current?.querySelectorAll('button')[movedBy.current === -1 ? 0 : 1]?.focus();
    movedBy.current = null;
  }, [index]);
  const move = (by: -1 | 1) => {
    movedBy.current = by;
    order.move(index, by);
  };
  return (
    <div ref={buttons} className="-my-1 flex flex-wrap items-center gap-1">
      {canEdit && (
        <>
          <IconButton
            label={t`Move up: ${name}`}
            icon={<ArrowUp />}
            disabled={index === 0 || order.isBusy}
            onClick={() => move(-1)}
          />
          <IconButton
            label={t`Move down: ${name}`}
            icon={<ArrowDown />}
            disabled={index === order.rows.length - 1 || order.isBusy}
            onClick={() => move(1)}
          />
          <SmallActionButton
            aria-label={t`Change the category ${name}`}
            onClick={() => onEdit(category)}
          >
            <Pencil aria-hidden="true" />
            <Trans context="category">Change</Trans>
          </SmallActionButton>
          <DeleteCategory category={category} />
        </>
      )}
      <button
        type="button"
        aria-label={t`History of the category ${name}`}
        className={toolButtonClass}
        onClick={() => onShowHistory(category)}
      >
        <History aria-hidden="true" />
        <Trans>History</Trans>
      </button>
    </div>
  );
}

/** Deletes a category without products. Categories with products can be hidden instead. */
function DeleteCategory({ category: { id, name, rev, products } }: { category: ProductCategory }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(shopCategoryCalls.deleteProductCategory, {
    refetches: categoryQueries,
  });
  if (products > 0) return null;
  const remove = async () => {
    const why = await askWhy({
      title: t`Delete the category ${name}?`,
      consequence: t`It has no products. Setup files that list it add it again.`,
      confirmLabel: t`Delete`,
      tone: 'danger',
    });
    if (why === null) return;
    await action.mutateAsync({ params: { id }, body: { rev, why } });
    showToast({ subject: 'categories', tone: 'good', message: t`The category was deleted.` });
  };
  return (
    <>
      <SmallActionButton
        isBusy={action.isPending}
        aria-label={t`Delete the category ${name}`}
        onClick={() => void remove().catch(() => undefined)}
      >
        <Trash2 aria-hidden="true" />
        <Trans>Delete</Trans>
      </SmallActionButton>
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
    </>
  );
}

/** Buttons that save or discard the new order, and messages about problems with it. */
function OrderBar({ order }: { order: Order }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    setError(null);
    const why = await askWhy({
      title: t`Save the order of the categories?`,
      confirmLabel: t`Save the order`,
    });
    if (why === null) return;
    try {
      if (await order.save(why))
        showToast({ subject: 'categories', tone: 'good', message: t`The order was saved.` });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      {order.isOutdated && (
        <Banner tone="warn" live="assertive" onDismiss={order.discard} dismissLabel={t`Close`}>
          <Trans>
            Someone has changed the categories. Your order wasn’t saved: this is the latest order.
          </Trans>
        </Banner>
      )}
      <ErrorBlock messages={error === null ? [] : [errorText(error)]} />
      {order.isChanged && (
        <div role="group" aria-label={t`New order`} className="flex flex-wrap gap-2">
          <ActionButton busy={order.isBusy} onClick={() => void save()}>
            <Trans>Save the order</Trans>
          </ActionButton>
          <Button variant="secondary" onClick={order.discard}>
            <Trans>Discard changes</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
