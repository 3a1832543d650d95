import { useMemo } from 'react';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { changeSharedText } from '#sync/store/shared-texts.ts';
import { withTimeout } from '#sync/store/with-timeout.ts';
import { useAccount } from '../account/account-context.tsx';
import { type DraftStore, readSaved } from '../drafts/saved-draft.ts';
import { useServerNow } from './use-request.ts';

/** Lifetime of a key without a response, in ms; afterwards the same content counts as a new request. */
export const KEY_TTL_MS = DAY_MS;
/** Timeout of the store, in ms; afterwards only this page has the key. */
const STORE_TIMEOUT_MS = 5_000;
/** Maximum number of stored keys; a day's work needs fewer. */
const MAX_SAVED_KEYS = 10;

const savedKeysSchema = v.array(
  v.object({ content: v.string(), key: v.pipe(v.string(), v.uuid()), at: v.number() }),
);
type SavedKeys = v.InferOutput<typeof savedKeysSchema>;

/** Idempotency keys of one kind of request. */
export interface RequestKeys {
  /**
   * Returns a request's key after storing it. The same content gets the same key until the response arrives, even in
   * other tabs and after a restart. Different content gets a new key, because the server rejects a key that is reused
   * with another body.
   */
  keyFor: (content: object) => Promise<string>;
  /** Forgets a request's key. Call it when the response has arrived; the same content then counts as a new request. */
  complete: (content: object) => Promise<void>;
  /** True if a request with other content has no response yet, so the server may have carried it out. */
  hasOther: (content: object) => Promise<boolean>;
  /** Forgets the keys of requests with other content. */
  forgetOthers: (content: object) => Promise<void>;
}

/** Changes a stored text in one transaction across all tabs; see `changeSharedText`. */
type ChangeText = typeof changeSharedText;

/**
 * Stores keys on the device, so that a lost response, a second press, another tab or a restart doesn't repeat
 * the request.
 * @param name storage key; `draft:USER:…` keys are deleted with the account
 * @param ports `legacyStore` is where builds up to 3.9.4 stored keys per tab; they are migrated
 */
export function createRequestKeys(
  name: string,
  ports: {
    readonly change: ChangeText;
    readonly legacyStore: DraftStore;
    readonly makeKey: () => string;
    readonly now: () => number;
  },
): RequestKeys {
  /** Keys of this page's requests without a response, including keys that couldn't be stored. */
  const pendingKeys = new Map<string, SavedKeys[number]>();
  const isRecent = ({ at }: SavedKeys[number]) => ports.now() - at < KEY_TTL_MS;
  const change = async (update: (savedKeys: SavedKeys) => SavedKeys) => {
    const legacyKeys = readLegacyKeys(ports.legacyStore, name);
    const pendingChange = ports.change(name, (text) => {
      const savedKeys = update([...legacyKeys, ...parseKeys(text)].filter(isRecent)).slice(
        -MAX_SAVED_KEYS,
      );
      return savedKeys.length === 0 ? null : JSON.stringify(savedKeys);
    });
    await withTimeout(pendingChange, STORE_TIMEOUT_MS);
    if (legacyKeys.length > 0) deleteLegacyKeys(ports.legacyStore, name);
  };
  return {
    async keyFor(content) {
      const text = JSON.stringify(content);
      const pendingKey = pendingKeys.get(text);
      if (pendingKey && isRecent(pendingKey)) return pendingKey.key;
      let entry = { content: text, key: ports.makeKey(), at: ports.now() };
      const add = (savedKeys: SavedKeys) => {
        const existingEntry = savedKeys.find(({ content: savedContent }) => savedContent === text);
        entry = existingEntry ?? entry;
        return existingEntry ? savedKeys : [...savedKeys, entry];
      };
      // If storage fails, the key only lasts until a restart.
      await change(add).catch(() => undefined);
      pendingKeys.set(text, entry);
      return entry.key;
    },
    async complete(content) {
      const text = JSON.stringify(content);
      const key = pendingKeys.get(text)?.key;
      pendingKeys.delete(text);
      await change((savedKeys) => savedKeys.filter((entry) => entry.key !== key)).catch(
        () => undefined,
      );
    },
    async hasOther(content) {
      const text = JSON.stringify(content);
      const isOther = (entry: SavedKeys[number]) => entry.content !== text && isRecent(entry);
      let isSaved = false;
      const read = (savedKeys: SavedKeys) => {
        isSaved = savedKeys.some(isOther);
        return savedKeys;
      };
      await change(read).catch(() => undefined);
      return isSaved || [...pendingKeys.values()].some(isOther);
    },
    async forgetOthers(content) {
      const text = JSON.stringify(content);
      for (const other of pendingKeys.keys()) if (other !== text) pendingKeys.delete(other);
      await change((savedKeys) => savedKeys.filter((entry) => entry.content === text)).catch(
        () => undefined,
      );
    },
  };
}

function parseKeys(text: string | null): SavedKeys {
  try {
    const { success, output } = v.safeParse(savedKeysSchema, JSON.parse(text ?? '[]'));
    return success ? output : [];
  } catch {
    return [];
  }
}

function readLegacyKeys(store: DraftStore, name: string): SavedKeys {
  return readSaved(store, name, savedKeysSchema) ?? [];
}

function deleteLegacyKeys(store: DraftStore, name: string): void {
  try {
    store.removeItem(name);
  } catch {
    // They stay, and are read again next time.
  }
}

/**
 * Idempotency keys of one kind of request of this account.
 * @param kind kind of request, part of the storage key
 */
export function useRequestKeys(
  kind: 'order' | 'project' | 'top-up' | 'member' | 'certificate',
): RequestKeys {
  const { user_id: userId } = useAccount().identity;
  // Correcting the device clock by a day must not expire a key, or the order would be placed twice.
  const now = useServerNow();
  return useMemo(
    () =>
      createRequestKeys(`draft:${userId}:keys-${kind}`, {
        change: changeSharedText,
        legacyStore: localStorage,
        makeKey: () => crypto.randomUUID(),
        now,
      }),
    [userId, kind, now],
  );
}
