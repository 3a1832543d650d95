import type { SessionState } from '#sync/http/session.ts';
import { type Readable, writable } from '../live/readable.ts';

/**
 * The session as displayed. If it ends from outside (rejected by the server, or another tab signs someone
 * else in) while a form has input, the screen keeps it until the form is done, so nothing typed is lost and
 * work continues if the same person signs in again. Requests always use the actual session. An explicit
 * sign-out applies at once.
 * @param touched true while a form has input
 */
export function createDisplayedSession(
  session: { state(): SessionState; subscribe(listener: () => void): () => void },
  touched: Readable<boolean>,
): Readable<SessionState> {
  const shown = writable(session.state());
  const update = () => {
    const before = shown.current();
    const now = session.state();
    if (touched.current() && isEndedElsewhere(before, now)) return;
    shown.set(now);
  };
  session.subscribe(update);
  touched.subscribe(update);
  return shown;
}

function isEndedElsewhere(before: SessionState, now: SessionState): boolean {
  if (before.name !== 'signed_in' || now.name === 'signed_out') return false;
  return now.name === 'ended' || now.account.user_id !== before.account.user_id;
}
