import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import type { SingletonStore, SingletonOptions } from './singleton-commands.ts';

/** Asks for what certificates may cover, in the person's language, and keeps it. @throws CallError */
export async function fetchCertificateCatalogue(
  kept: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  // A person waits for it.
  transport.requestBudget.refill();
  const asking = { userId: identity.user_id, budget: 'in_turn' } as const;
  const { data } = await transport.call(certificateCalls.behaviourCertificates, {}, asking);
  await kept.keep('certificateCatalogue', data);
}
