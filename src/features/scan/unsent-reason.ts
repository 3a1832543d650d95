/** Why something has not been sent yet, in one word for each case. Pure. */
import type { SyncStatus } from './queries.ts';

/**
 * `choose_project` captured only; `refused`; `sign_in` the session has ended; `maintenance`;
 * `offline`; `photo` its picture goes first; `photo_sending` that is on its way; `products` a closing held for its products;
 * `sending` under way; `retry` the last try failed, the next comes by itself.
 */
export type UnsentReason =
  | 'choose_project'
  | 'refused'
  | 'sign_in'
  | 'maintenance'
  | 'offline'
  | 'photo'
  | 'photo_sending'
  | 'products'
  | 'sending'
  | 'retry';

/** `photo` is the picture that the server does not have yet. */
export type UnsentItem =
  | { readonly kind: 'scan'; readonly state: string; readonly photo: string | null }
  | { readonly kind: 'closing'; readonly state: string };

export function unsentReason(
  item: UnsentItem,
  status: Pick<SyncStatus, 'connection' | 'phase' | 'uploading'>,
): UnsentReason {
  if (item.state === 'refused') return 'refused';
  if (item.kind === 'scan' && item.state === 'captured') return 'choose_project';
  if (item.kind === 'closing' && item.state === 'held') return 'products';
  if (status.phase === 'blocked') return 'sign_in';
  if (status.connection === 'maintenance') return 'maintenance';
  if (status.connection === 'offline') return 'offline';
  if (item.kind === 'scan' && item.photo !== null) {
    return item.photo === status.uploading ? 'photo_sending' : 'photo';
  }
  return status.phase === 'waiting' ? 'retry' : 'sending';
}
