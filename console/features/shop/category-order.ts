import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ProductCategory, shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { toOperatorError } from '#console/data/operator-error.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';

/** Queries to refetch after changing a category. */
export const categoryQueries = [
  'listProductCategories',
  'listCategoryTimeline',
  'listShopVariants',
  'readProduct',
  'listAudit',
];

/** An unsaved order. */
interface Draft {
  /** Ids in the order shown before the first move. */
  readonly base: readonly string[];
  readonly ids: readonly string[];
}

const idsOf = (categories: readonly ProductCategory[]) => categories.map(({ id }) => id);
const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Sorts categories by a list of ids. */
const arrange = (categories: readonly ProductCategory[], ids: readonly string[]) =>
  categories.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));

/**
 * Returns the list with one item moved.
 * @param by −1 moves the item up and 1 moves it down; at the end of the list it stays in place
 */
function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const newOrder = [...items];
  newOrder.splice(Math.max(0, index + by), 0, ...newOrder.splice(index, 1));
  return newOrder;
}

/** The order of a country's categories. Moves stay in the browser until the operator saves them. */
export function useCategoryOrder(region: RegionId, categories: readonly ProductCategory[]) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const action = useOperatorAction(shopCategoryCalls.sortProductCategories, {
    refetches: categoryQueries,
  });
  // True if, since the first move, someone else has changed the order, or added or deleted a category.
  const isOutdated = draft !== null && !isSame(draft.base, idsOf(categories));
  const rows = draft === null || isOutdated ? categories : arrange(categories, draft.ids);

  const move = (index: number, by: -1 | 1) => {
    const ids = moveItem(idsOf(rows), index, by);
    const baseOrder = idsOf(categories);
    setDraft(isSame(baseOrder, ids) ? null : { base: baseOrder, ids });
    const name = rows[index]?.name ?? '';
    const [place, count] = [index + by + 1, rows.length];
    announce(t`${name} is now in place ${place} of ${count}.`);
  };
  /**
   * Saves the order. Throws an `OperatorError`.
   * @returns false if the order is outdated
   */
  const save = async (why: string): Promise<boolean> => {
    const send = (sortedCategories: readonly ProductCategory[]) =>
      action.mutateAsync({
        body: { categories: sortedCategories.map(({ id, rev }) => ({ id, rev })), why },
      });
    try {
      await send(rows);
    } catch (error) {
      if (draft === null || toOperatorError(error).code !== 'conflict') throw error;
      const input = { query: { region } };
      const newestList = await callOperator(shopCategoryCalls.listProductCategories, input);
      await client.invalidateQueries({
        queryKey: [shopCategoryCalls.listProductCategories.id],
      });
      if (!isSame(draft.base, idsOf(newestList.data))) return false;
      // Someone else has only changed a name, an image or the visibility, so the order can still be saved.
      await send(arrange(newestList.data, draft.ids));
    }
    setDraft(null);
    return true;
  };
  return {
    rows,
    isChanged: draft !== null && !isOutdated,
    isOutdated,
    isBusy: action.isPending,
    move,
    save,
    discard: () => setDraft(null),
  };
}
