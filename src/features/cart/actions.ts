/** Edits the cart on this device, online or offline, and refreshes it from the server. */
import { shopCalls } from '#schemas/api/shop-calls.ts';
import { type CartItem, type CartLine, MAX_QUANTITY } from '#schemas/cart.ts';
import { type CartChange, reconcileCart } from '#schemas/cart-rules.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';
import { toSyncError } from '#sync/store/sync-error.ts';
import type { Transport } from '#sync/http/transport.ts';

/** Reasons why a cart can't be ordered, for other features. */
export { useCheckoutDisabledReason, useCartProblemText } from './use-cart-problem-text.ts';

/** Rethrows an error of the local database as a SyncError. */
async function withSyncError<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw toSyncError(error);
  }
}

const readLines = async (account: LocalAccount): Promise<CartLine[]> =>
  (await account.collections.cart.find().exec()).map(plainDocument);

/** Adds units of a variant to those in the cart; never more than in stock. */
export async function addToCart(
  account: LocalAccount,
  item: CartItem,
  quantity: number,
): Promise<void> {
  const { cart } = account.collections;
  const max = Math.min(item.stock, MAX_QUANTITY);
  const line = await cart.findOne(item.uuid).exec();
  const newQuantity = Math.min(max, (line?.quantity ?? 0) + quantity);
  const newest_first = line?.newest_first ?? newestFirstKey(Date.now());
  await withSyncError(cart.incrementalUpsert({ ...item, quantity: newQuantity, newest_first }));
}

/** Changes a line's quantity; ignores removed lines. */
export async function setQuantity(account: LocalAccount, uuid: string, quantity: number) {
  const line = await account.collections.cart.findOne(uuid).exec();
  if (line) await withSyncError(line.incrementalPatch({ quantity }));
}

/** Restores a removed line. */
export async function restoreLine(account: LocalAccount, line: CartLine): Promise<void> {
  await withSyncError(account.collections.cart.incrementalUpsert(line));
}

/** Removes lines; ignores those already removed. */
export async function removeLines(account: LocalAccount, uuids: readonly string[]): Promise<void> {
  const storedLines = await account.collections.cart.findByIds([...uuids]).exec();
  for (const line of storedLines.values()) await withSyncError(line.incrementalRemove());
}

/**
 * Merges fresh data from the server into the cart (spec 2 §4).
 * @returns the changes; none for an empty cart
 * @throws CallError, SyncError
 */
export async function refreshCart(
  account: LocalAccount,
  call: Transport['call'],
): Promise<readonly CartChange[]> {
  const requestedLines = await readLines(account);
  if (requestedLines.length === 0) return [];
  const query = { uuids: requestedLines.map(({ uuid }) => uuid).join(',') };
  const { data } = await call(
    shopCalls.listCartItems,
    { query },
    { userId: account.identity.user_id },
  );
  // Ignore lines that were added or removed during the request.
  const ids = new Set(requestedLines.map(({ uuid }) => uuid));
  const remainingLines = (await readLines(account)).filter(({ uuid }) => ids.has(uuid));
  const { lines, changes } = reconcileCart(remainingLines, data);
  for (const line of lines) await withSyncError(account.collections.cart.incrementalUpsert(line));
  const mergedIds = new Set(lines.map(({ uuid }) => uuid));
  const removedLines = remainingLines.filter(({ uuid }) => !mergedIds.has(uuid));
  await removeLines(
    account,
    removedLines.map(({ uuid }) => uuid),
  );
  return changes;
}
