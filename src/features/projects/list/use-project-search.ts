import { useEffect, useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import type { Project } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/** Results of one answer of the search (spec 1 §9). */
const SEARCH_LIMIT = 3;

/** What the server found; `null` where it can't be asked, so that the device searches by itself. */
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
  /** So many pages have come. */
  readonly pages: number;
  readonly failed: boolean;
}
const NOTHING: Answered = { text: '', found: [], total: 0, pages: 0, failed: false };

/**
 * Asks the server for projects by address while there is a network, three at a time.
 * @param text what is searched for, settled
 * @param wanted so many pages, one after the other
 */
export function useProjectSearch(text: string, wanted: number): ServerSearch | null {
  const call = useCall();
  const { identity } = useAccount();
  const online = useConnection() === 'online';
  const [answered, setAnswered] = useState(NOTHING);
  // With the next connection it is asked again.
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

/** A further page behind those before it; a project that moved to it meanwhile is not doubled. */
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
