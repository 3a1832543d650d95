import { limits, enforceLimit } from '../access/rate-limits.ts';
import { singlePage } from '../db/bounded-list.ts';
import { type Handlers } from '../http/handler.ts';
import { builtInPlaces } from './built-in-places.ts';
import { createPhotonProvider } from './photon-provider.ts';

/** Default number of suggestions; as many as fit below a field on a phone. */
const DEFAULT_SUGGESTIONS = 5;
const MAX_SUGGESTIONS = 20;

/** Address suggestions while typing. */
export const addressHandlers = {
  async searchAddresses({ query, clientNetwork }, services) {
    await enforceLimit(services, limits.addressSearchesPerNetwork, clientNetwork);
    const limit = Math.min(query.limit ?? DEFAULT_SUGGESTIONS, MAX_SUGGESTIONS);
    const { addressSearchUrl } = services.environment;
    const provider =
      addressSearchUrl === null ? builtInPlaces : createPhotonProvider(addressSearchUrl);
    const data = await provider.search(query.q, query.region, limit).catch((error: unknown) => {
      // Use the built-in places instead of failing. Only the error's name is logged, because its message may contain
      // the typed text or the URL with it.
      const name = error instanceof Error ? error.name : 'unknown';
      services.logger.warn({ failure: name }, 'the address search failed');
      return builtInPlaces.search(query.q, query.region, limit);
    });
    return singlePage(data);
  },
} satisfies Partial<Handlers>;
