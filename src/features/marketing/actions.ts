/** What is kept of marketing material on this device until it is ordered. */
import type { MarketingType } from '#schemas/marketing-pictures.ts';

/** The name of a type's draft; by it, it goes with the account when somebody signs out. */
export function materialDraftKey(userId: string, type: MarketingType): string {
  return `draft:${userId}:marketing-${type}`;
}

/** It is ordered: the next one of its type begins anew. */
export function clearMaterialDraft(
  store: Pick<Storage, 'removeItem'>,
  userId: string,
  type: MarketingType,
): void {
  store.removeItem(materialDraftKey(userId, type));
}
