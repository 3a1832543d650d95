import { useEffect, useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import type { Project } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/** Results per page of the search (spec 1 §9). */
const SEARCH_LIMIT = 3;

/** The server's results; null if it can't be reached, so that the device searches. */
export interface ServerSearch {
  /** Undefined until the first answer. */
  readonly found: readonly Project[] | undefined;
  readonly total: number;
  readonly busy: boolean;
}

interface Answered {
  readonly text: string;
  readonly found: readonly Project[];
  readonly total: number;
  /** Number of pages loaded. */
  readonly pages: number;
  readonly failed: boolean;
}
const NOTHING: Answered = { text: '', found: [], total: 0, pages: 0, failed: false };

/**
 * Searches projects by address on the server while online, three at a time.
 * @param text the search text, debounced
 * @param wanted number of pages, loaded one after the other
 */
export function useProjectSearch(text: string, wanted: number): ServerSearch | null {
  const call = useCall();
  const { identity } = useAccount();
  const online = useConnection() === 'online';
  const [answered, setAnswered] = useState(NOTHING);
  // Ask again after reconnecting.
  if (!online && answered !== NOTHING) setAnswered(NOTHING);
  const isAnswered = answered.text === text;
  const came = isAnswered ? answered.pages : 0;
  const isWhole = came > 0 && came * SEARCH_LIMIT >= answered.total;
  const hasFailed = isAnswered && answered.failed;
  const next = hasFailed || isWhole || came >= wanted ? null : came + 1;

  useEffect(() => {
    if (!online || next === null) return undefined;
    const abort = new AbortController();
    const query = { page: next, limit: SEARCH_LIMIT, address: text };
    call(
      projectCalls.searchProjects,
      { query },
      { signal: abort.signal, userId: identity.user_id },
    ).then(
      ({ data, meta }) => setAnswered((before) => withPage(before, text, next, data, meta.total)),
      () => {
        if (!abort.signal.aborted) setAnswered({ ...NOTHING, text, failed: true });
      },
    );
    return () => abort.abort();
  }, [call, identity, online, text, next]);

  if (!online || hasFailed) return null;
  const found = isAnswered ? answered.found : undefined;
  return {
    found,
    total: isAnswered ? answered.total : 0,
    busy: next !== null,
  };
}

/** Appends a page; skips projects that moved onto it since the page before was loaded. */
function withPage(
  before: Answered,
  text: string,
  pages: number,
  data: readonly Project[],
  total: number,
): Answered {
  const earlier = before.text === text && !before.failed ? before.found : [];
  const found = [...new Map([...earlier, ...data].map((one) => [one.uuid, one])).values()];
  return { text, found, total, pages, failed: false };
}
