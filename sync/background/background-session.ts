import type { Token } from '#schemas/session.ts';
import { readDurableText, writeDurableText } from '../store/durable-key-value.ts';
import { isServerResponse, readJson } from '../http/server-response.ts';
import { requestInit, requestUrl } from '../http/request.ts';
import { outboxCalls } from '../outbox/outbox-calls.ts';
import type { Locks } from '../ports.ts';
import { SESSION_KEY } from '../http/session-key.ts';

/** Who is signed in, as far as sending needs it. */
export interface BackgroundSession {
  readonly userId: string;
  readonly token: string;
}
interface Kept {
  readonly account: { readonly user_id: string };
  readonly token: Token | null;
}

/** The session that the app keeps. Null where nobody is signed in, or it has ended. */
export async function readBackgroundSession(): Promise<BackgroundSession | null> {
  const kept = await keptSession();
  return kept && { userId: kept.account.user_id, token: kept.token.token };
}

/**
 * Renews a session whose token the server does not take any more. Only while no page of the app is
 * open: that would go on with the tokens it has in memory. The new ones are on the disk before they are
 * used, where the app finds them with its next start; were they lost, the old ones would still do.
 * @param stale the token that was refused
 * @returns null where it can't be renewed here: the app will do it
 * @throws where the server was not reached
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
    // A proxy's refusal, or a portal's own JSON: the session is not what it is about.
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
    // Written by `createSession`, which checked it; what else it may be has none of these.
    const kept = JSON.parse((await readDurableText(SESSION_KEY)) ?? 'null') as Kept | null;
    if (typeof kept?.account.user_id !== 'string' || !kept.token) return null;
    return { ...kept, token: kept.token };
  } catch {
    return null;
  }
}
