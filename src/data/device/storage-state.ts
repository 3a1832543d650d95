import { useEffect, useState } from 'react';
import { isIos } from '#schemas/is-ios.ts';

/** The browser's report about this app's storage. */
interface StorageState {
  /** True if the browser won't evict the storage (F20). */
  readonly isPersisted: boolean;
  /** Approximate bytes in use; null if unknown. */
  readonly usedBytes: number | null;
}

/** The part of `navigator.storage` that is needed. */
type StoragePort = Pick<StorageManager, 'persisted' | 'persist' | 'estimate'>;

/**
 * True if the browser deletes storage after 7 days without use: Safari and every iOS browser, unless
 * installed.
 */
export function evictsUnusedStorage(
  device: Pick<Navigator, 'userAgent' | 'maxTouchPoints' | 'vendor'>,
  isInstalled: boolean,
): boolean {
  return !isInstalled && (device.vendor.startsWith('Apple') || isIos(device));
}

/** Reads the state; null if the browser doesn't provide it. */
export async function readStorageState(
  storage: Partial<StoragePort> | undefined,
): Promise<StorageState | null> {
  if (!storage?.persisted) return null;
  try {
    const isPersisted = await storage.persisted();
    const usage = (await storage.estimate?.())?.usage;
    return { isPersisted, usedBytes: usage ?? null };
  } catch {
    return null;
  }
}

/**
 * Tracks the storage state, and can request persistence.
 * @returns `state`: undefined until read, null if unavailable; `isDeclined`: the browser declined the request
 */
export function useStorageState() {
  const [state, setState] = useState<StorageState | null | undefined>(undefined);
  const [isDeclined, setIsDeclined] = useState(false);
  useEffect(() => {
    void readStorageState(browserStorage()).then(setState);
  }, []);

  const requestPersistence = async () => {
    const isGranted = await navigator.storage.persist().catch(() => false);
    setIsDeclined(!isGranted);
    setState(await readStorageState(browserStorage()));
  };
  return { state, isDeclined, requestPersistence };
}

/** Returns the browser's storage manager; undefined in an insecure context, where it's missing. */
function browserStorage(): StorageManager | undefined {
  return 'storage' in navigator ? navigator.storage : undefined;
}
