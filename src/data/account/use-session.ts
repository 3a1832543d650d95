import { useSyncExternalStore } from 'react';
import type { AccountIdentity, SessionState } from '#sync/http/session.ts';
import { useServices } from '../services.ts';

/** Who is signed in on this device, also when another tab changes it, as soon as nobody is filling in anything. */
export function useSession(): SessionState {
  const { displayedSession } = useServices();
  return useSyncExternalStore(displayedSession.subscribe, displayedSession.current);
}

/** Whether the session is over while somebody still fills in something that was begun in it. */
export function useIsSessionOver(): boolean {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state) !== useSession();
}

/** The signed-in person's account, role and region; null when nobody is signed in. */
export function useIdentity(): AccountIdentity | null {
  const state = useSession();
  return state.name === 'signed_out' ? null : state.account;
}
