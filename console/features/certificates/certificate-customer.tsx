import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import {
  certificateCalls,
  type CertificateCustomer,
  type CertificateRecord,
} from '#schemas/operator/certificate-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

const refetches = ['listCertificateTimeline', 'listAudit'];

/** The customer's data, masked until the operator gives a reason, and the PDF, which contains the customer's name. */
export function CertificateCustomerPart({ certificate }: { certificate: CertificateRecord }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [fullCustomer, setFullCustomer] = useState<CertificateCustomer | null>(null);
  const personalData = usePersonalData(certificate, setFullCustomer);
  const { name, email, street, note } = fullCustomer ?? certificate.customer;
  return (
    <section
      aria-label={t`Customer`}
      className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <DetailList
        items={[
          { term: <Trans context="recipient">Name</Trans>, detail: name || '–' },
          { term: <Trans>Email address</Trans>, detail: email },
          { term: <Trans>Street</Trans>, detail: street },
          {
            term: <Trans>Note</Trans>,
            detail: <span className="whitespace-pre-line">{note || '–'}</span>,
          },
        ]}
      />
      <ErrorBlock messages={personalData.errors.map(errorText)} />
      {certificate.can_reveal ? (
        <div className="flex flex-wrap gap-2">
          {fullCustomer === null && (
            <ActionButton
              variant="secondary"
              icon={<Eye />}
              busy={personalData.isRevealing}
              // The error is shown above.
              onClick={() => void personalData.reveal().catch(() => undefined)}
            >
              <Trans>Show everything</Trans>
            </ActionButton>
          )}
          <ActionButton
            variant="secondary"
            icon={<Download />}
            busy={personalData.isOpening}
            onClick={() => void personalData.open().catch(() => undefined)}
          >
            <Trans>Download the PDF</Trans>
          </ActionButton>
        </div>
      ) : (
        <p className="text-small text-ink-soft">
          <Trans>Your roles don’t include personal data, which the PDF also contains.</Trans>
        </p>
      )}
    </section>
  );
}

/** Calls that reveal personal data, each with a reason. */
function usePersonalData(
  { id, number }: CertificateRecord,
  onRevealed: (customer: CertificateCustomer | null) => void,
) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const revealAction = useOperatorAction(certificateCalls.revealCertificate, { refetches });
  const pdfAction = useOperatorAction(certificateCalls.openCertificatePdf, { refetches });
  const consequence = t`The audit records that you read it, and why.`;
  return {
    errors: [revealAction.error, pdfAction.error].filter((error) => error !== null),
    isRevealing: revealAction.isPending,
    isOpening: pdfAction.isPending,
    reveal: async () => {
      const title = t`Show the customer of ${number}?`;
      const why = await askWhy({ title, consequence, confirmLabel: t`Show` });
      if (why === null) return;
      onRevealed((await revealAction.mutateAsync({ params: { id }, body: { why } })).customer);
    },
    open: async () => {
      const title = t`Download the PDF of ${number}?`;
      const why = await askWhy({ title, consequence, confirmLabel: t`Download` });
      if (why === null) return;
      const { pdf } = await pdfAction.mutateAsync({ params: { id }, body: { why } });
      if (pdf === null) return;
      saveBytes(`${number}.pdf`, 'application/pdf', pdf);
      showToast({ subject: 'certificate', tone: 'good', message: t`${number} was downloaded.` });
    },
  };
}

/**
 * Downloads a file.
 * @param base64 content of the file
 */
function saveBytes(name: string, type: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
