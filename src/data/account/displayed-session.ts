import type { SessionState } from '#sync/http/session.ts';
import { type Readable, writable } from '../live/readable.ts';

/**
 * The session as the screens go by it. What ends it without this tab's doing (the server refuses it, or somebody
 * else is signed in by another tab) they learn when nobody is filling in anything: until then what is typed
 * stands, can be saved on the device, and goes on where it is if the same person signs in again. Requests
 * never go by it: they are made in the session as it is, and for its own person. A sign-out is a person's
 * act, and counts at once.
 * @param touched whether somebody is filling in something
 */
export function createDisplayedSession(
  session: { state(): SessionState; subscribe(listener: () => void): () => void },
  touched: Readable<boolean>,
): Readable<SessionState> {
  const shown = writable(session.state());
  const follow = () => {
    const before = shown.current();
    const now = session.state();
    if (touched.current() && isTakenAway(before, now)) return;
    shown.set(now);
  };
  session.subscribe(follow);
  touched.subscribe(follow);
  return shown;
}

function isTakenAway(before: SessionState, now: SessionState): boolean {
  if (before.name !== 'signed_in' || now.name === 'signed_out') return false;
  return now.name === 'ended' || now.account.user_id !== before.account.user_id;
}
