import { useSyncExternalStore } from 'react';
import type { AccountIdentity, SessionState } from '#sync/http/session.ts';
import { useServices } from '../services.ts';

/** Returns the session as displayed. A session that ended elsewhere stays displayed while a form has input. */
export function useSession(): SessionState {
  const { displayedSession } = useServices();
  return useSyncExternalStore(displayedSession.subscribe, displayedSession.current);
}

/** True if the session has ended while a form still has input. */
export function useIsSessionOver(): boolean {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state) !== useSession();
}

/** Returns the signed-in user's id, role and region; null if signed out. */
export function useIdentity(): AccountIdentity | null {
  const state = useSession();
  return state.name === 'signed_out' ? null : state.account;
}
