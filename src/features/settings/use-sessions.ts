import { useEffect, useState } from 'react';
import type { AccountSession } from '#schemas/account-session.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useSessionActions } from './actions.ts';

/** The person's sessions; loaded while online and after one was ended. */
export function useSessions() {
  const online = useConnection() === 'online';
  const actions = useSessionActions();
  const [sessions, setSessions] = useState<readonly AccountSession[] | null>(null);
  const reading = useRequest(async () => setSessions(await actions.list()));
  /** Resolves to true on success, so the caller can close its dialog. */
  const ending = useRequest(async (which: AccountSession | 'others') => {
    if (which === 'others') await actions.endOthers();
    else await actions.end(which.uuid);
    setSessions(await actions.list());
    return true;
  });
  const isKnown = sessions !== null;
  useEffect(() => {
    if (online && !isKnown) void reading.run();
    // `reading.run` is recreated on each render but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online, isKnown]);
  return { online, sessions, reading, ending };
}
