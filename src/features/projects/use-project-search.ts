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
  readonly showMore: () => void;
}

interface Answered {
  readonly text: string;
  readonly found: readonly Project[];
  readonly total: number;
  readonly failed: boolean;
}
const NOTHING: Answered = { text: '', found: [], total: 0, failed: false };

/**
 * Asks the server for projects by address while there is a network, three at a time.
 * @param text what is searched for, settled
 */
export function useProjectSearch(text: string): ServerSearch | null {
  const call = useCall();
  const { identity } = useAccount();
  const online = useConnection() === 'online';
  const [asked, setAsked] = useState({ text, pages: 1 });
  const [answered, setAnswered] = useState(NOTHING);
  const pages = asked.text === text ? asked.pages : 1;

  useEffect(() => {
    if (!online) return undefined;
    const abort = new AbortController();
    const query = { page: pages, limit: SEARCH_LIMIT, address: text };
    call(
      projectCalls.searchProjects,
      { query },
      { signal: abort.signal, userId: identity.user_id },
    ).then(
      ({ data, meta }) => setAnswered((before) => withPage(before, text, data, meta.total)),
      () => {
        if (!abort.signal.aborted) setAnswered({ ...NOTHING, text, failed: true });
      },
    );
    return () => abort.abort();
  }, [call, identity, online, text, pages]);

  const isAnswered = answered.text === text;
  if (!online || (isAnswered && answered.failed)) return null;
  const found = isAnswered ? answered.found : undefined;
  return {
    found,
    total: isAnswered ? answered.total : 0,
    busy: found === undefined || found.length < Math.min(pages * SEARCH_LIMIT, answered.total),
    showMore: () => setAsked({ text, pages: pages + 1 }),
  };
}

/** A further page behind those before it; a project that moved to it meanwhile is not doubled. */
function withPage(
  before: Answered,
  text: string,
  data: readonly Project[],
  total: number,
): Answered {
  const earlier = before.text === text && !before.failed ? before.found : [];
  const found = [...new Map([...earlier, ...data].map((one) => [one.uuid, one])).values()];
  return { text, found, total, failed: false };
}
