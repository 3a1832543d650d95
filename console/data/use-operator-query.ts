import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import { type InputOf, callOperator } from './call-operator.ts';
import { FRESH_MS } from './query-client.ts';

interface ReadOptions<Result = unknown> {
  /** `queue` for lists that several operators work on. */
  readonly fresh?: keyof typeof FRESH_MS;
  readonly enabled?: boolean;
  /** Returns the polling interval while the page is visible, in ms; null for no polling. */
  readonly pollMs?: (result: Result | undefined) => number | null;
}

/** Fetches the result of a call, and refetches it when stale. */
export function useOperatorQuery<C extends OperatorCall>(
  call: C,
  input: InputOf<C>,
  { fresh = 'record', enabled = true, pollMs }: ReadOptions<ResultOf<C>> = {},
) {
  return useQuery<ResultOf<C>>({
    queryKey: [call.id, input],
    queryFn: ({ signal }) => callOperator(call, input, { signal }),
    staleTime: FRESH_MS[fresh],
    refetchInterval: ({ state }) => pollMs?.(state.data) ?? false,
    enabled,
  });
}

/** Response of a list call: a page of rows, the cursor of the next page, and the number of all rows if counted. */
interface ListResult<Row> {
  readonly data: readonly Row[];
  readonly meta: {
    readonly next: string | null;
    readonly total: number | null;
    readonly names_shortened?: boolean | undefined;
  };
}
/** A row of a list call. */
export type RowOf<C extends OperatorCall> = ResultOf<C> extends ListResult<infer Row> ? Row : never;

/** Maximum number of rows in an export or a selection of all matches. */
const MAX_ROWS = 10_000;

/** The loaded pages of a list. */
export interface OperatorList<Row> {
  readonly rows: readonly Row[];
  /** Number of matches; null if the server didn't count them and not all of them are loaded. */
  readonly total: number | null;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** True while still showing the rows of an earlier filter. */
  readonly isOutdated: boolean;
  readonly error: Error | null;
  /** Time at which the rows were read, in milliseconds since 1970; 0 for never. */
  readonly readAt: number;
  readonly hasMore: boolean;
  /** True if some of the loaded pages have shortened names, because the operator has read too many in full. */
  readonly hasShortNames: boolean;
  readonly loadMore: () => void;
  readonly refetch: () => void;
  /** Fetches all matches, up to 10,000. */
  readonly readAll: () => Promise<readonly Row[]>;
}

interface ListOptions extends ReadOptions {
  /** Path parameters of the call, for a list that belongs to a record. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Fetches a list page by page. `query` has the filters and the sort, but no cursor. */
export function useOperatorList<C extends OperatorCall>(
  call: C,
  query: Readonly<Record<string, unknown>>,
  { fresh = 'record', enabled = true, pollMs, params }: ListOptions = {},
): OperatorList<RowOf<C>> {
  const readPage = async (cursor: string | undefined, signal?: AbortSignal) => {
    // The casts are safe, because every list call declares these parameters and this result.
    const input = { params, query: { ...query, cursor } } as unknown as InputOf<C>;
    const page = await callOperator(call, input, { signal });
    return page as unknown as ListResult<RowOf<C>>;
  };
  const list = useInfiniteQuery({
    queryKey: [call.id, 'list', query, params],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS[fresh],
    refetchInterval: () => pollMs?.(undefined) ?? false,
    enabled,
  });
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(({ data }) => data);
  const isComplete = list.isSuccess && !list.hasNextPage;
  return {
    rows,
    total: pages[0]?.meta.total ?? (isComplete ? rows.length : null),
    isLoading: list.isPending,
    isLoadingMore: list.isFetchingNextPage,
    isOutdated: list.isPlaceholderData,
    error: list.error,
    readAt: list.dataUpdatedAt,
    hasMore: list.hasNextPage,
    hasShortNames: pages.some(({ meta }) => meta.names_shortened === true),
    loadMore: () => {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
    refetch: () => void list.refetch(),
    readAll: async () => {
      const rows: RowOf<C>[] = [];
      let cursor: string | undefined;
      do {
        const page = await readPage(cursor);
        rows.push(...page.data);
        cursor = page.meta.next ?? undefined;
      } while (cursor !== undefined && rows.length < MAX_ROWS);
      return rows.slice(0, MAX_ROWS);
    },
  };
}
