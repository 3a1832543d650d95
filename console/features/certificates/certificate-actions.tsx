import { Trans, useLingui } from '@lingui/react/macro';
import {
  certificateCalls,
  type CertificateRecord,
  type CertificateVerdict,
} from '#schemas/operator/certificate-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

const refetches = ['listCertificates', 'readCertificate', 'listCertificateTimeline', 'listAudit'];

/** Buttons that set another verdict or send the certificate again. */
export function CertificateActions({ certificate }: { certificate: CertificateRecord }) {
  const errorText = useErrorText();
  const actions = useActions(certificate);
  const { verdict } = certificate;
  return (
    <div className="flex flex-col items-end gap-2">
      <div className="flex flex-wrap gap-2">
        {verdict !== 'rejected' && (
          <ActionButton variant="secondary" busy={actions.isSending} onClick={actions.resend}>
            <Trans>Send again</Trans>
          </ActionButton>
        )}
        {verdict !== 'in_review' && (
          <ActionButton
            variant="secondary"
            busy={actions.isTagging}
            onClick={() => actions.tag('in_review')}
          >
            <Trans>Put in review</Trans>
          </ActionButton>
        )}
        {verdict !== 'rejected' && (
          <ActionButton
            variant="secondary"
            busy={actions.isTagging}
            onClick={() => actions.tag('rejected')}
          >
            <Trans>Reject</Trans>
          </ActionButton>
        )}
        {verdict !== 'valid' && (
          <ActionButton busy={actions.isTagging} onClick={() => actions.tag('valid')}>
            <Trans>Make valid</Trans>
          </ActionButton>
        )}
      </div>
      <ErrorBlock messages={actions.errors.map(errorText)} />
    </div>
  );
}

/** Actions that ask for a reason. Their errors are shown next to the buttons. */
function useActions({ id, rev, number }: CertificateRecord) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const verdictAction = useOperatorAction(certificateCalls.tagCertificate, { refetches });
  const resendAction = useOperatorAction(certificateCalls.resendCertificate, { refetches });
  const params = { id };
  const questions: Readonly<
    Record<CertificateVerdict, { title: string; confirmLabel: string; doneText: string }>
  > = {
    valid: {
      title: t`Make certificate ${number} valid?`,
      confirmLabel: t`Make valid`,
      doneText: t`Certificate ${number} is valid.`,
    },
    in_review: {
      title: t`Put certificate ${number} in review?`,
      confirmLabel: t`Put in review`,
      doneText: t`Certificate ${number} is in review.`,
    },
    rejected: {
      title: t`Reject certificate ${number}?`,
      confirmLabel: t`Reject`,
      doneText: t`Certificate ${number} was rejected.`,
    },
  };
  const tag = async (verdict: CertificateVerdict) => {
    const { doneText, ...question } = questions[verdict];
    const why = await askWhy({
      ...question,
      consequence: t`The company’s app and the public page show it immediately. The homeowner gets no message.`,
      tone: verdict === 'rejected' ? 'danger' : 'normal',
    });
    if (why === null) return;
    await verdictAction.mutateAsync({ params, body: { verdict, rev, why } });
    showToast({ subject: 'certificate', tone: 'good', message: doneText });
  };
  const resend = async () => {
    const why = await askWhy({
      title: t`Send certificate ${number} again?`,
      consequence: t`The homeowner gets the email with the PDF again, at the address that the company entered.`,
      confirmLabel: t`Send again`,
    });
    if (why === null) return;
    await resendAction.mutateAsync({ params, body: { rev, why } });
    const message = t`Certificate ${number} was sent again.`;
    showToast({ subject: 'certificate', tone: 'good', message });
  };
  return {
    errors: [verdictAction.error, resendAction.error].filter((error) => error !== null),
    isTagging: verdictAction.isPending,
    isSending: resendAction.isPending,
    tag: (verdict: CertificateVerdict) => void tag(verdict).catch(() => undefined),
    resend: () => void resend().catch(() => undefined),
  };
}
