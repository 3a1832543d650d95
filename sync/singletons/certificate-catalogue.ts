import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import type { Keeping, KeepSingletonsOptions } from './keep-singletons.ts';

/** Asks for what certificates may cover, in the person's language, and keeps it. @throws CallError */
export async function fetchCertificateCatalogue(
  kept: Keeping,
  { transport, identity }: Pick<KeepSingletonsOptions, 'transport' | 'identity'>,
): Promise<void> {
  // A person waits for it.
  transport.asking.refill();
  const asking = { userId: identity.user_id, asks: 'in_turn' } as const;
  const { data } = await transport.call(certificateCalls.behaviourCertificates, {}, asking);
  await kept.keep('certificateCatalogue', data);
}
