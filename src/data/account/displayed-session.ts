import type { SessionState } from '#sync/http/session.ts';
import { type Readable, writable } from '../live/readable.ts';

/**
 * Creates the session as displayed. If the session ends from outside (the server rejects it, or another tab signs
 * someone else in) while a form has input, the old session stays displayed until the form is done. So nothing typed is
 * lost, and the user can continue after signing in again. Requests always use the actual session. An explicit sign-out
 * applies immediately.
 * @param isFormTouched true while a form has input
 */
export function createDisplayedSession(
  session: { state(): SessionState; subscribe(listener: () => void): () => void },
  isFormTouched: Readable<boolean>,
): Readable<SessionState> {
  const displayed = writable(session.state());
  const update = () => {
    const previous = displayed.current();
    const current = session.state();
    if (isFormTouched.current() && isEndedElsewhere(previous, current)) return;
    displayed.set(current);
  };
  session.subscribe(update);
  isFormTouched.subscribe(update);
  return displayed;
}

function isEndedElsewhere(previous: SessionState, current: SessionState): boolean {
  if (previous.name !== 'signed_in' || current.name === 'signed_out') return false;
  return current.name === 'ended' || current.account.user_id !== previous.account.user_id;
}
