import type { Token } from '#schemas/session.ts';
import { readDurableText, writeDurableText } from '../store/durable-key-value.ts';
import { isServerResponse, readJson } from '../http/server-response.ts';
import { requestInit, requestUrl } from '../http/request.ts';
import { outboxCalls } from '../outbox/outbox-calls.ts';
import type { Locks } from '../ports.ts';
import { SESSION_KEY } from '../http/session-key.ts';

/** The signed-in user, with only the data needed for sending. */
interface BackgroundSession {
  readonly userId: string;
  readonly token: string;
}
interface SavedSession {
  readonly account: { readonly user_id: string };
  readonly token: Token | null;
}

/** Reads the app's saved session. Null if the user has signed out or the session has ended. */
export async function readBackgroundSession(): Promise<BackgroundSession | null> {
  const savedSession = await readSavedSession();
  return savedSession && { userId: savedSession.account.user_id, token: savedSession.token.token };
}

/**
 * Refreshes an expired token, but only while no page is open: a page would keep using the tokens in
 * its memory. Saves the new tokens to disk before using them, so the app finds them at its next
 * start.
 * @param staleToken the token that the server rejected
 * @returns a valid token; null if the app has to refresh the session itself
 * @throws if the server can't be reached
 */
export async function refreshBackgroundSession(
  staleToken: string,
  ports: {
    locks: Locks;
    hasPages: () => Promise<boolean>;
    fetch: typeof globalThis.fetch;
    baseUrl: string;
  },
): Promise<string | null> {
  return ports.locks.run('club-refresh', async (lock) => {
    const savedSession = await readSavedSession();
    if (!savedSession || (await ports.hasPages())) return null;
    if (savedSession.token.token !== staleToken) return savedSession.token.token;
    const call = outboxCalls.refreshSession;
    const input = { body: savedSession.token };
    const envelope = { language: null, platform: 'web', token: null, idempotencyKey: null };
    const response = await ports.fetch(requestUrl(call, input, ports.baseUrl), {
      ...requestInit(call, input, envelope),
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    const body = await readJson(response);
    if (!response.ok && isServerResponse(response, body)) return null;
    const token = (body ?? {}) as Partial<Token>;
    const isToken = typeof token.token === 'string' && typeof token.refresh_token === 'string';
    // An error from a proxy or captive portal doesn't mean the session has ended.
    if (!response.ok || !isToken || typeof token.expiresAt !== 'string') {
      throw new TypeError('The response is not from the server.');
    }
    if (lock && !(await lock.isStillHeld())) return null;
    await writeDurableText(SESSION_KEY, JSON.stringify({ ...savedSession, token }));
    return token.token ?? null;
  });
}

async function readSavedSession(): Promise<(SavedSession & { token: Token }) | null> {
  try {
    // `createSession` validated the session before it saved it. Any other value lacks the fields that are checked
    // below.
    const savedSession = JSON.parse(
      (await readDurableText(SESSION_KEY)) ?? 'null',
    ) as SavedSession | null;
    if (typeof savedSession?.account.user_id !== 'string' || !savedSession.token) return null;
    return { ...savedSession, token: savedSession.token };
  } catch {
    return null;
  }
}
