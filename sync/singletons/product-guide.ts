import { guideCalls } from '#schemas/api/guide-calls.ts';
import type { SingletonOptions, SingletonStore } from './singleton-values.ts';

/**
 * Fetches and stores the product guide of the user's country, or deletes it if the country has none.
 * @param version current version; undefined if there is none
 * @throws CallError
 */
export async function updateProductGuide(
  store: SingletonStore,
  version: string | undefined,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  if (version === undefined) return store.save('productGuide', null);
  const callOptions = { userId: identity.user_id, budget: 'in_turn' } as const;
  await store.save(
    'productGuide',
    await transport.call(guideCalls.getProductGuide, {}, callOptions),
  );
}
