import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import type { SingletonOptions, SingletonStore } from './singleton-values.ts';

/**
 * Fetches and stores the products that certificates can cover, in the user's language.
 * @throws CallError
 */
export async function fetchCertificateCatalogue(
  store: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  // The user is waiting for the response, so don't delay the request until the budget refills.
  transport.requestBudget.refill();
  const callOptions = { userId: identity.user_id, budget: 'in_turn' } as const;
  const { data } = await transport.call(
    certificateCalls.listCertificateCategories,
    {},
    callOptions,
  );
  await store.save('certificateCatalogue', data);
}
