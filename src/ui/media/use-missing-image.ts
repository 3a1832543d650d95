import { useState } from 'react';

/**
 * Tracks whether an image failed to load, for components with a better replacement. Pass `onError` to the
 * `img`. A new source is tried again.
 */
export function useMissingImage(src: string | null | undefined): {
  readonly isMissing: boolean;
  readonly onError: () => void;
} {
  const [missingSrc, setMissingSrc] = useState<string | null | undefined>(null);
  const isMissing = typeof src === 'string' && src === missingSrc;
  return { isMissing, onError: () => setMissingSrc(src) };
}
