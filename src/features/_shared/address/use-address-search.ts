import { useEffect, useState } from 'react';
import {
  ADDRESS_SEARCH_DEBOUNCE_MS,
  MIN_ADDRESS_SEARCH_LENGTH,
  type AddressSuggestion,
} from '#schemas/address.ts';
import { addressCalls } from '#schemas/api/address-calls.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normaliseLine } from '#schemas/single-line.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { useDebouncedValue } from '#src/data/time/use-debounced.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

interface Answer {
  readonly text: string;
  readonly found: readonly AddressSuggestion[];
}
const NOTHING: Answer = { text: '', found: [] };

/**
 * Searches addresses of one region, 400 ms after the last letter (spec 1 §9). The call is public,
 * so it needs no session. A newer search replaces an older one; a failed or offline search finds
 * nothing, because addresses can be typed.
 * @param text the typed text; empty doesn't search
 * @returns the last answer, and the text it belongs to
 */
export function useAddressSearch(text: string, region: RegionCode | undefined): Answer {
  const call = useCall();
  const online = useConnection() === 'online';
  const settled = useDebouncedValue(normaliseLine(text), ADDRESS_SEARCH_DEBOUNCE_MS);
  const [answer, setAnswer] = useState(NOTHING);
  const asks = settled.length >= MIN_ADDRESS_SEARCH_LENGTH && settled === normaliseLine(text);

  useEffect(() => {
    if (!asks) return undefined;
    const abort = new AbortController();
    const answered = (found: readonly AddressSuggestion[]) => {
      if (!abort.signal.aborted) setAnswer({ text: settled, found });
    };
    if (!online || !region) {
      answered([]);
      return undefined;
    }
    const input = { query: { q: settled, region } };
    call(addressCalls.searchAddresses, input, { signal: abort.signal }).then(
      (list) => answered(list.data),
      () => answered([]),
    );
    return () => abort.abort();
  }, [call, asks, settled, region, online]);

  return normaliseLine(text).length < MIN_ADDRESS_SEARCH_LENGTH ? NOTHING : answer;
}
