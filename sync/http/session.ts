import * as v from 'valibot';
import { MINUTE_MS } from '#schemas/durations.ts';
import { uuid } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { roleId } from '#schemas/roles.ts';
import { REFRESH_THRESHOLD_MINUTES, token, type Token } from '#schemas/session.ts';
import type { KeyValue } from '../ports.ts';
import { SESSION_KEY } from './session-key.ts';

/** The signed-in user. */
const accountIdentity = v.object({
  user_id: uuid,
  company_id: uuid,
  role: roleId,
  region: regionCode,
  /** True while an operator impersonates this user (spec 1 §1, the emulation banner). */
  emulated: v.optional(v.literal(true)),
  /** True while an operator views the app as this user: the server rejects changes. */
  is_read_only: v.optional(v.literal(true)),
});
export type AccountIdentity = v.InferOutput<typeof accountIdentity>;

const storedSession = v.object({
  account: accountIdentity,
  token: v.nullable(token),
  /** The server's reason for ending the session, if any. */
  reason: v.optional(v.string()),
});

/**
 * `ended`: the server ended the session, with the `reason` from its error, if given. The account's local data stays.
 */
export type SessionState =
  | { readonly name: 'signed_out' }
  | { readonly name: 'signed_in'; readonly account: AccountIdentity; readonly token: Token }
  | {
      readonly name: 'ended';
      readonly account: AccountIdentity;
      readonly reason?: string | undefined;
    };

export interface Session {
  state(): SessionState;
  /** Called after every change, including those by other tabs. */
  subscribe(listener: (state: SessionState) => void): () => void;
  start(account: AccountIdentity, token: Token): void;
  renew(token: Token): void;
  end(reason?: string): void;
  /** Deletes tokens and identity. Local data stays. */
  signOut(): void;
}

const SIGNED_OUT: SessionState = { name: 'signed_out' };

/** Session in the store shared by all tabs: another tab's changes take effect immediately. */
export function createSession({ store }: { store: KeyValue }): Session {
  const listeners = new Set<(state: SessionState) => void>();
  let lastText: string | null = null;
  let cachedState: SessionState = SIGNED_OUT;

  const state = () => {
    const text = store.get(SESSION_KEY);
    if (text !== lastText) {
      lastText = text;
      cachedState = parse(text);
    }
    return cachedState;
  };
  let lastState = state();
  const notify = () => {
    if (state() === lastState) return;
    lastState = state();
    listeners.forEach((listener) => listener(lastState));
  };
  const write = (account: AccountIdentity, newToken: Token | null, reason?: string) => {
    store.set(SESSION_KEY, JSON.stringify({ account, token: newToken, reason }));
    notify();
  };
  store.subscribe(notify);

  return {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (account, newToken) => write(account, newToken),
    renew(newToken) {
      const currentState = state();
      if (currentState.name !== 'signed_out') write(currentState.account, newToken);
    },
    end(reason) {
      const currentState = state();
      if (currentState.name === 'signed_in') write(currentState.account, null, reason);
    },
    signOut() {
      store.remove(SESSION_KEY);
      notify();
    },
  };
}

function parse(text: string | null): SessionState {
  if (text === null) return SIGNED_OUT;
  try {
    const savedSession = v.parse(storedSession, JSON.parse(text));
    const { account, token: savedToken, reason } = savedSession;
    if (savedToken === null) return { name: 'ended', account, reason };
    return { name: 'signed_in', account, token: savedToken };
  } catch {
    // This build can't read the stored session, so the user has to sign in again.
    return SIGNED_OUT;
  }
}

/**
 * True if the token should be refreshed (spec 1 §4: less than 10 minutes left).
 * @param serverNow milliseconds since 1970 by the server's clock
 */
export function isRefreshDue(currentToken: Token, serverNow: number): boolean {
  return Date.parse(currentToken.expiresAt) - serverNow < REFRESH_THRESHOLD_MINUTES * MINUTE_MS;
}
