import type { SessionState } from '#sync/http/session.ts';
import { type Readable, writable } from '../live/readable.ts';

/**
 * Creates the session as displayed. The session can end because the server rejects it, or because another tab signs
 * someone else in. If a form then has input, the old session stays displayed until the form is done. So nothing typed
 * is lost, and the user can continue after signing in again. Requests always use the actual session. An explicit
 * sign-out applies immediately.
 * @param isFormTouched true while a form has input
 */
export function createDisplayedSession(
  session: { state(): SessionState; subscribe(listener: () => void): () => void },
  isFormTouched: Readable<boolean>,
): Readable<SessionState> {
  const displayedState = writable(session.state());
  const update = () => {
    const previousState = displayedState.current();
    const currentState = session.state();
    if (isFormTouched.current() && isEndedElsewhere(previousState, currentState)) return;
    displayedState.set(currentState);
  };
  session.subscribe(update);
  isFormTouched.subscribe(update);
  return displayedState;
}

function isEndedElsewhere(previousState: SessionState, currentState: SessionState): boolean {
  if (previousState.name !== 'signed_in' || currentState.name === 'signed_out') return false;
  return (
    currentState.name === 'ended' || currentState.account.user_id !== previousState.account.user_id
  );
}
