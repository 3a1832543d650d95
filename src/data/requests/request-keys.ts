import { useMemo } from 'react';
import * as v from 'valibot';
import { useAccount } from '../account/account-context.tsx';
import { type DraftStore, readKept } from '../drafts/kept-draft.ts';

/** So long an answer that never came is asked for under the same key; later, the same is wanted anew. In ms. */
export const KEY_LIFE_MS = 86_400_000;
/** More contents than anybody tries in a day. */
const MOST_KEPT = 10;

const keptKeys = v.array(
  v.object({ content: v.string(), key: v.pipe(v.string(), v.uuid()), at: v.number() }),
);

/** The idempotency keys of one kind of request. */
export interface RequestKeys {
  /**
   * The same content gives the same key until it is done, also after a restart of the app; another content
   * another one, because the server refuses a key that comes back with another body.
   */
  of: (content: object) => string;
  /** The answer has come: the same content again is another request. */
  done: (content: object) => void;
}

/**
 * Keeps keys on the device, so that a lost answer, a second press or a restart make one thing of a request.
 * @param name where in the store; as `draft:USER:…` it goes with the account
 */
export function createKeys(
  store: DraftStore,
  name: string,
  { makeKey, now }: { readonly makeKey: () => string; readonly now: () => number },
): RequestKeys {
  let known = readKept(store, name, keptKeys) ?? [];
  const keep = (next: typeof known) => {
    known = next.slice(-MOST_KEPT);
    try {
      if (known.length === 0) store.removeItem(name);
      else store.setItem(name, JSON.stringify(known));
    } catch {
      // Only a restart would miss it.
    }
  };
  return {
    of(content) {
      const text = JSON.stringify(content);
      const young = known.filter(({ at }) => now() - at < KEY_LIFE_MS);
      const earlier = young.find((one) => one.content === text);
      if (earlier) return earlier.key;
      const key = makeKey();
      keep([...young, { content: text, key, at: now() }]);
      return key;
    },
    done(content) {
      const text = JSON.stringify(content);
      keep(known.filter((one) => one.content !== text));
    },
  };
}

/**
 * The idempotency keys of one kind of request of this account.
 * @param kind what is requested, as a part of the name they are kept under
 */
export function useRequestKeys(
  kind: 'order' | 'project' | 'top-up' | 'member' | 'certificate',
): RequestKeys {
  const { user_id: userId } = useAccount().identity;
  return useMemo(
    () =>
      createKeys(localStorage, `draft:${userId}:keys-${kind}`, {
        makeKey: () => crypto.randomUUID(),
        now: Date.now,
      }),
    [userId, kind],
  );
}
