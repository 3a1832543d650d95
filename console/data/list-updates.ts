import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { changedLists } from '#schemas/operator/changed-lists.ts';
import type { ListNotice } from '#schemas/operator/list-stream.ts';

type ListChange = ListNotice['lists'][number];

/** Minimum time between two updates, so that a burst of changes doesn't cause a request for each of them. */
const PAUSE_MS = 1000;
/** Pause after an update, as a multiple of its duration, so that fetching takes at most a third of the time. */
const PAUSE_FACTOR = 2;

/** Refetches changed lists that are visible. The others are refetched when they are shown next. */
export interface ListUpdates {
  readonly add: (changes: readonly ListChange[]) => void;
  /** Fetches the lists that changed while the page was hidden. Call it when the page becomes visible. */
  readonly resume: () => void;
  readonly stop: () => void;
}

/**
 * Creates an object that refetches a query client's changed lists.
 * @param isVisible returns true if the page is visible; otherwise, changes are only collected
 */
export function createListUpdates(client: QueryClient, isVisible: () => boolean): ListUpdates {
  const pendingChanges = new Map<string, ListChange>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isStopped = false;
  const addPending = (changes: readonly ListChange[]) => {
    for (const change of changes) pendingChanges.set(`${change.list} ${change.region}`, change);
  };
  const update = async () => {
    isBusy = pendingChanges.size > 0 && isVisible() && !isStopped;
    if (!isBusy) return;
    const changes = [...pendingChanges.values()];
    pendingChanges.clear();
    const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) =>
      affectsQuery(changes, queryKey);
    // A request that's already running may have read the data before the change, so the change stays pending.
    // Cancelling the request instead could keep a slow one from ever finishing.
    const isAlreadyFetching = client.isFetching({ predicate }) > 0;
    if (isAlreadyFetching) addPending(changes);
    const startedAt = performance.now();
    await client.invalidateQueries({ predicate }, { cancelRefetch: false });
    const tookMs = performance.now() - startedAt;
    const pauseMs = isAlreadyFetching ? 0 : tookMs * PAUSE_FACTOR;
    if (!isStopped) timer = setTimeout(startUpdate, Math.max(PAUSE_MS - tookMs, pauseMs));
  };
  const startUpdate = () => void update();
  const startIfIdle = () => {
    if (!isBusy) startUpdate();
  };
  return {
    add: (changes) => {
      addPending(changes);
      startIfIdle();
    },
    resume: startIfIdle,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      pendingChanges.clear();
    },
  };
}

const callsOf = new Map<string, readonly string[]>(Object.entries(changedLists));

/** True if a query returns records of a changed list, unless the query is limited to another country. */
export function affectsQuery(changes: readonly ListChange[], [call, ...parts]: QueryKey): boolean {
  const region = regionOf(parts);
  return changes.some(
    (change) =>
      (region === undefined || region === change.region) &&
      callsOf.get(change.list)?.includes(String(call)),
  );
}

/**
 * Returns the country in a query's filter. A list's query key contains the filter itself; other keys contain the call's
 * input, which has the filter as `query`.
 */
function regionOf([first, second]: readonly unknown[]): unknown {
  const filter = first === 'list' ? second : (first as { readonly query?: unknown } | null)?.query;
  return (filter as { readonly region?: unknown } | null | undefined)?.region;
}
