import { useEffect, useState } from 'react';
import { isIos } from '#schemas/is-ios.ts';

/** What the browser says of the space that this app takes. */
export interface StorageState {
  /** Whether the browser has promised not to throw it away (F20). */
  readonly persisted: boolean;
  /** Bytes in use, roughly: browsers round it. Null where it is not told. */
  readonly usedBytes: number | null;
}

/** What of the browser's storage is needed; the real one is `navigator.storage`. */
export type StoragePort = Pick<StorageManager, 'persisted' | 'persist' | 'estimate'>;

/**
 * Whether the browser deletes what a page stores that was not opened for 7 days: Safari, and every browser on
 * iOS, unless the app is installed.
 */
export function evictsUnusedStorage(
  device: Pick<Navigator, 'userAgent' | 'maxTouchPoints' | 'vendor'>,
  isInstalled: boolean,
): boolean {
  return !isInstalled && (device.vendor.startsWith('Apple') || isIos(device));
}

/** Reads the state. Null where the browser can't tell, or won't. */
export async function readStorageState(
  storage: Partial<StoragePort> | undefined,
): Promise<StorageState | null> {
  if (!storage?.persisted) return null;
  try {
    const persisted = await storage.persisted();
    const usage = (await storage.estimate?.())?.usage;
    return { persisted, usedBytes: usage ?? null };
  } catch {
    return null;
  }
}

/**
 * Follows the state of the storage, and asks the browser to keep it.
 * @returns `state` undefined until it was read, null where there is nothing to say; `refused` after
 *   the browser did not agree
 */
export function useStorageState() {
  const [state, setState] = useState<StorageState | null | undefined>(undefined);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void readStorageState(browserStorage()).then(setState);
  }, []);

  const ask = async () => {
    const agreed = await navigator.storage.persist().catch(() => false);
    setRefused(!agreed);
    setState(await readStorageState(browserStorage()));
  };
  return { state, refused, ask };
}

/** Not there in a page that came over an unsafe connection. */
function browserStorage(): StorageManager | undefined {
  return 'storage' in navigator ? navigator.storage : undefined;
}
