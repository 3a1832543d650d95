import { useMemo } from 'react';
import * as v from 'valibot';
import { changeSharedText } from '#sync/store/shared-texts.ts';
import { withTimeout } from '#sync/store/with-timeout.ts';
import { useAccount } from '../account/account-context.tsx';
import { type DraftStore, readSaved } from '../drafts/saved-draft.ts';
import { useServerNow } from './use-call.ts';

/** How long a request without an answer keeps its key; later the same content is a new request. In ms. */
export const KEY_TTL_MS = 86_400_000;
/** A request doesn't wait longer for a store that does not answer, in ms; its key is then kept by this page alone. */
const STORE_TIMEOUT_MS = 5_000;
/** More contents than anybody tries in a day. */
const MAX_SAVED = 10;

const keptKeys = v.array(
  v.object({ content: v.string(), key: v.pipe(v.string(), v.uuid()), at: v.number() }),
);
type KeptKeys = v.InferOutput<typeof keptKeys>;

/** The idempotency keys of one kind of request. */
export interface RequestKeys {
  /**
   * The key of a request, on the device before it resolves. The same content gives the same key until its answer has
   * come, also in another tab and after a restart; another content gives another one, because the server refuses a
   * key that comes back with another body.
   */
  keyFor: (content: object) => Promise<string>;
  /** The answer to the key that `of` gave for this content has come: the same content again is another request. */
  done: (content: object) => Promise<void>;
}

/** Changes a text in one transaction over all tabs, as `changeSharedText`. */
type ChangeText = typeof changeSharedText;

/**
 * Keeps keys on the device, so that a lost answer, a second press, another tab or a restart make one request of it.
 * @param name where they are kept; as `draft:USER:…` they go with the account
 * @param ports `earlier` is where builds up to 3.9.4 kept them, each tab for itself; what is there is taken over
 */
export function createRequestKeys(
  name: string,
  ports: {
    readonly change: ChangeText;
    readonly earlier: DraftStore;
    readonly makeKey: () => string;
    readonly now: () => number;
  },
): RequestKeys {
  /** The keys of this page's own requests without an answer: also those that can't be kept on the device. */
  const own = new Map<string, KeptKeys[number]>();
  const isYoung = ({ at }: KeptKeys[number]) => ports.now() - at < KEY_TTL_MS;
  const change = async (make: (known: KeptKeys) => KeptKeys) => {
    const before = readEarlier(ports.earlier, name);
    const changed = ports.change(name, (text) => {
      const known = make([...before, ...parsed(text)].filter(isYoung)).slice(-MAX_SAVED);
      return known.length === 0 ? null : JSON.stringify(known);
    });
    await withTimeout(changed, STORE_TIMEOUT_MS);
    if (before.length > 0) dropEarlier(ports.earlier, name);
  };
  return {
    async keyFor(content) {
      const text = JSON.stringify(content);
      const mine = own.get(text);
      if (mine && isYoung(mine)) return mine.key;
      let entry = { content: text, key: ports.makeKey(), at: ports.now() };
      const add = (known: KeptKeys) => {
        const kept = known.find((one) => one.content === text);
        entry = kept ?? entry;
        return kept ? known : [...known, entry];
      };
      // Where nothing can be kept, only a restart would miss it.
      await change(add).catch(() => undefined);
      own.set(text, entry);
      return entry.key;
    },
    async done(content) {
      const text = JSON.stringify(content);
      const key = own.get(text)?.key;
      own.delete(text);
      await change((known) => known.filter((one) => one.key !== key)).catch(() => undefined);
    },
  };
}

function parsed(text: string | null): KeptKeys {
  try {
    const { success, output } = v.safeParse(keptKeys, JSON.parse(text ?? '[]'));
    return success ? output : [];
  } catch {
    return [];
  }
}

function readEarlier(store: DraftStore, name: string): KeptKeys {
  return readSaved(store, name, keptKeys) ?? [];
}

function dropEarlier(store: DraftStore, name: string): void {
  try {
    store.removeItem(name);
  } catch {
    // It is found again next time, and is the same.
  }
}

/**
 * The idempotency keys of one kind of request of this account.
 * @param kind what is requested, as a part of the name they are kept under
 */
export function useRequestKeys(
  kind: 'order' | 'project' | 'top-up' | 'member' | 'certificate',
): RequestKeys {
  const { user_id: userId } = useAccount().identity;
  // A device's clock that is set right by a day must not age a key: its order would be placed twice.
  const now = useServerNow();
  return useMemo(
    () =>
      createRequestKeys(`draft:${userId}:keys-${kind}`, {
        change: changeSharedText,
        earlier: localStorage,
        makeKey: () => crypto.randomUUID(),
        now,
      }),
    [userId, kind, now],
  );
}
