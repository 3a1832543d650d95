import { useEffect } from 'react';
import { type ClaimedKind, MAX_RELEASED, queueClaimCalls } from '#schemas/operator/queue-claims.ts';
import { callOperator } from './call-operator.ts';

/** Number of open screens that use the claims of each kind. */
const users = new Map<ClaimedKind, number>();

/** Ends this tab's lock on a claimed record. */
type EndLock = () => Promise<void>;

/** Locks on the records that this tab has claimed, by kind and id. */
const claimLocks = new Map<ClaimedKind, Map<string, EndLock>>();

/**
 * Names of locks that another tab has also held. A closing tab has no time to query the current locks, so it doesn't
 * release these claims.
 */
const sharedNames = new Set<string>();
const channel = new BroadcastChannel('console-claims');
channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
  sharedNames.add(String(data)),
);

const lockName = (kind: ClaimedKind, id: string) => `console-claim ${kind} ${id}`;

/** Holds a shared lock, so that the operator's other tabs don't release this tab's claim. */
function holdLock(name: string): EndLock {
  channel.postMessage(name);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const lock = navigator.locks
    .request(name, { mode: 'shared' }, () => ended)
    .catch(() => undefined);
  return async () => {
    end();
    await lock;
  };
}

/**
 * Tracks the records that this tab has claimed, so that it can release them later. Other tabs may have claimed the same
 * records.
 */
export function trackClaims(kind: ClaimedKind, records: readonly string[]): void {
  const locks = claimLocks.get(kind) ?? new Map<string, EndLock>();
  claimLocks.set(kind, locks);
  const newIds = records.filter((id) => !locks.has(id));
  // This query precedes the requests for this tab's own locks, so it returns only those of other tabs.
  void navigator.locks.query().then(({ held = [] }) => {
    const heldNames = new Set(held.map(({ name }) => name));
    for (const name of newIds.map((id) => lockName(kind, id)))
      if (heldNames.has(name)) sharedNames.add(name);
  });
  for (const id of newIds) locks.set(id, holdLock(lockName(kind, id)));
}

/**
 * Ends this tab's use of claimed records, and releases those that no other tab uses. Unreleased claims expire after
 * ten minutes.
 */
export async function releaseClaims(kind: ClaimedKind, ids: readonly string[]): Promise<void> {
  const locks = claimLocks.get(kind);
  const endLocks = ids.flatMap((id) => locks?.get(id) ?? []);
  for (const id of ids) locks?.delete(id);
  await Promise.all(endLocks.map((end) => end()));
  const { held = [] } = await navigator.locks.query();
  const usedNames = new Set(held.map(({ name }) => name));
  const records = ids.filter((id) => !usedNames.has(lockName(kind, id))).slice(-MAX_RELEASED);
  if (records.length === 0) return;
  await callOperator(queueClaimCalls.releaseClaims, { body: { kind, records } });
}

/** Releases all of this tab's claims of a kind unless another screen uses them. */
async function releaseIfUnused(kind: ClaimedKind): Promise<void> {
  if ((users.get(kind) ?? 0) > 0) return;
  await releaseClaims(kind, [...(claimLocks.get(kind)?.keys() ?? [])]);
}

/** Releases this tab's claims of a kind while the page is closing. */
function releaseOnClose(kind: ClaimedKind): void {
  const ids = [...(claimLocks.get(kind)?.keys() ?? [])];
  const records = ids.filter((id) => !sharedNames.has(lockName(kind, id))).slice(-MAX_RELEASED);
  if (records.length === 0) return;
  const input = { body: { kind, records } };
  callOperator(queueClaimCalls.releaseClaims, input, { keepalive: true }).catch(() => undefined);
}

/**
 * Registers a screen that uses this tab's claims of a kind. Returns a function to call when the operator leaves the
 * screen: it releases the claims unless another screen or tab uses them.
 */
export function enterQueue(kind: ClaimedKind): () => void {
  users.set(kind, (users.get(kind) ?? 0) + 1);
  return () => {
    users.set(kind, (users.get(kind) ?? 1) - 1);
    // The next record's screen may use the same claims, so wait until it's mounted.
    setTimeout(() => void releaseIfUnused(kind).catch(() => undefined), 0);
  };
}

/** Releases this tab's claims of a kind once the screen is left, or the page is closed. */
export function useReleaseOnLeave(kind: ClaimedKind, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onPageHide = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) releaseOnClose(kind);
    };
    addEventListener('pagehide', onPageHide);
    const leave = enterQueue(kind);
    return () => {
      removeEventListener('pagehide', onPageHide);
      leave();
    };
  }, [kind, isEnabled]);
}
