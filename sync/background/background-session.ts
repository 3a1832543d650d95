import type { Token } from '#schemas/session.ts';
import { readDurableText, writeDurableText } from '../store/durable-key-value.ts';
import { isServerResponse, readJson } from '../http/server-response.ts';
import { requestInit, requestUrl } from '../http/request.ts';
import { outboxCalls } from '../outbox/outbox-calls.ts';
import type { Locks } from '../ports.ts';
import { SESSION_KEY } from '../http/session-key.ts';

/** The signed-in user, reduced to what sending needs. */
export interface BackgroundSession {
  readonly userId: string;
  readonly token: string;
}
interface Kept {
  readonly account: { readonly user_id: string };
  readonly token: Token | null;
}

/** Reads the app's saved session. Null if signed out or ended. */
export async function readBackgroundSession(): Promise<BackgroundSession | null> {
  const kept = await keptSession();
  return kept && { userId: kept.account.user_id, token: kept.token.token };
}

/**
 * Refreshes an expired token, but only while no page is open: a page would keep using the tokens it has in
 * memory. The new tokens are on disk before they are used, so the app finds them at its next start.
 * @param stale the token that the server rejected
 * @returns null if the app has to refresh it
 * @throws if the server wasn't reached
 */
export async function refreshBackgroundSession(
  stale: string,
  ports: {
    locks: Locks;
    hasPages: () => Promise<boolean>;
    fetch: typeof globalThis.fetch;
    baseUrl: string;
  },
): Promise<string | null> {
  return ports.locks.run('club-refresh', async (held) => {
    const kept = await keptSession();
    if (!kept || (await ports.hasPages())) return null;
    if (kept.token.token !== stale) return kept.token.token;
    const call = outboxCalls.refresh;
    const input = { body: kept.token };
    const envelope = { language: null, platform: 'web', token: null, idempotencyKey: null };
    const answer = await ports.fetch(requestUrl(call, input, ports.baseUrl), {
      ...requestInit(call, input, envelope),
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    const said = await readJson(answer);
    if (!answer.ok && isServerResponse(answer, said)) return null;
    const token = (said ?? {}) as Partial<Token>;
    const isToken = typeof token.token === 'string' && typeof token.refresh_token === 'string';
    // An error from a proxy or a captive portal says nothing about the session.
    if (!answer.ok || !isToken || typeof token.expiresAt !== 'string') {
      throw new TypeError('not an answer');
    }
    if (held && !(await held.isMine())) return null;
    await writeDurableText(SESSION_KEY, JSON.stringify({ ...kept, token }));
    return token.token ?? null;
  });
}

async function keptSession(): Promise<(Kept & { token: Token }) | null> {
  try {
    // `createSession` validated it before writing; anything else lacks these fields.
    const kept = JSON.parse((await readDurableText(SESSION_KEY)) ?? 'null') as Kept | null;
    if (typeof kept?.account.user_id !== 'string' || !kept.token) return null;
    return { ...kept, token: kept.token };
  } catch {
    return null;
  }
}
