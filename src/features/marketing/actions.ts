/** Drafts of marketing material on this device, until they are ordered. */
import type { MarketingType } from '#schemas/marketing-pictures.ts';

/**
 * Returns the draft's storage key. Its prefix names the account, so that signing out deletes
 * the draft.
 */
export function materialDraftKey(userId: string, type: MarketingType): string {
  return `draft:${userId}:marketing-${type}`;
}

/** Deletes the draft of an ordered material. */
export function clearMaterialDraft(
  store: Pick<Storage, 'removeItem'>,
  userId: string,
  type: MarketingType,
): void {
  store.removeItem(materialDraftKey(userId, type));
}
