import { useEffect, useState } from 'react';
import type { EmailVerification } from '#schemas/api/account-calls.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useVerificationActions } from './actions.ts';

/** Verification state on the server, loaded when the screen opens. */
export function useVerification() {
  const online = useConnection() === 'online';
  const actions = useVerificationActions();
  const [state, setState] = useState<EmailVerification | null>(null);
  const reading = useRequest(async () => setState(await actions.read()));
  /** Resolves to true when a code was sent. */
  const sending = useRequest(async (): Promise<true> => {
    setState(await actions.send());
    return true;
  });
  const isKnown = state !== null;
  useEffect(() => {
    if (online && !isKnown) void reading.run();
    // `reading.run` is recreated on each render but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online, isKnown]);
  return { state, online, reading, sending };
}
