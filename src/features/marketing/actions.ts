/** Drafts of marketing material on this device, until they are ordered. */
import type { MarketingType } from '#schemas/marketing-pictures.ts';

/**
 * Returns the draft's localStorage key. The prefix ties it to the account, which erases it on
 * sign-out.
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
