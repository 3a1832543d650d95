import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useServices } from '#src/data/services.ts';

/** Requests about an issued certificate; online only. */
export function useCertificateActions({ uuid, number }: CertificateDocument) {
  const { identity } = useAccount();
  const { transport } = useServices();
  const call = useCall();
  const asking = { userId: identity.user_id };

  return {
    /** Downloads the PDF. @throws CallError */
    async document(): Promise<File> {
      const blob = await transport.fetchCertificate(uuid, identity.company_id, asking);
      return new File([blob], `${number}.pdf`, { type: blob.type });
    },
    /** Sends it to an e-mail address again. @throws CallError `too_many_requests`, `not_found` */
    async resend(to: string): Promise<void> {
      const body = { customer_email: to };
      await call(certificateCalls.resendCertificate, { params: { id: uuid }, body }, asking);
    },
  };
}
