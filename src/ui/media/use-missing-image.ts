import { useState } from 'react';

/**
 * Whether a picture could not be fetched, as without a network, for what has something better to show in its place.
 * `onError` is for its `img`. Another source is tried anew.
 */
export function useMissingImage(src: string | null | undefined): {
  readonly isMissing: boolean;
  readonly onError: () => void;
} {
  const [missing, setMissing] = useState<string | null | undefined>(null);
  return { isMissing: typeof src === 'string' && src === missing, onError: () => setMissing(src) };
}
