/** Why something has not been sent yet, in one word for each case. Pure. */
import type { SyncStatus } from './queries.ts';

/**
 * `choose_project` captured only; `refused`; `sign_in` the session has ended; `maintenance`;
 * `offline`; `photo` its picture goes first; `products` a closing held for its products;
 * `sending` under way; `retry` the last try failed, the next comes by itself.
 */
export type UnsentReason =
  | 'choose_project'
  | 'refused'
  | 'sign_in'
  | 'maintenance'
  | 'offline'
  | 'photo'
  | 'products'
  | 'sending'
  | 'retry';

export type UnsentItem =
  | { readonly kind: 'scan'; readonly state: string; readonly waitsFor: 'photo' | null }
  | { readonly kind: 'closing'; readonly state: string };

export function unsentReason(
  item: UnsentItem,
  status: Pick<SyncStatus, 'connection' | 'phase'>,
): UnsentReason {
  if (item.state === 'refused') return 'refused';
  if (item.kind === 'scan' && item.state === 'captured') return 'choose_project';
  if (item.kind === 'closing' && item.state === 'held') return 'products';
  if (status.phase === 'blocked') return 'sign_in';
  if (status.connection === 'maintenance') return 'maintenance';
  if (status.connection === 'offline') return 'offline';
  if (item.kind === 'scan' && item.waitsFor === 'photo') return 'photo';
  return status.phase === 'waiting' ? 'retry' : 'sending';
}
