import { useState } from 'react';

/**
 * Tracks whether an image failed to load, for components with a better replacement. Pass `onError` to the
 * `img`. A new source is tried again.
 */
export function useMissingImage(src: string | null | undefined): {
  readonly isMissing: boolean;
  readonly onError: () => void;
} {
  const [missing, setMissing] = useState<string | null | undefined>(null);
  return { isMissing: typeof src === 'string' && src === missing, onError: () => setMissing(src) };
}
