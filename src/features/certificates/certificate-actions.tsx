import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Share2, Send } from 'lucide-react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { emailAddress } from '#schemas/email.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { saveFile, canShare, shareFile } from '#src/data/device/save-and-share-file.ts';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { formResolver } from '#src/ui/fields/form-resolver.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Sample file for checking whether the browser can share PDFs. */
const SAMPLE_PDF = new File([], 'certificate.pdf', { type: 'application/pdf' });

/** Buttons to download the certificate, and to share it if the device can. */
export function CertificateActions({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const offlineReason =
    useConnection() !== 'online' && t`You’re offline. Connect to download the PDF.`;
  const loadPdf = usePdf(certificate);
  const saveRequest = useRequest(async () => {
    const file = await loadPdf();
    saveFile(file, file.name);
  });
  const shareRequest = useRequest(async () => shareFile(await loadPdf()));
  const failure = saveRequest.failure ?? shareRequest.failure;
  return (
    <div className="space-y-3">
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:basis-40">
        <Button
          variant="secondary"
          fullWidth
          icon={<Download />}
          busy={saveRequest.busy}
          disabledReason={offlineReason}
          onClick={() => {
            shareRequest.clear();
            void saveRequest.run();
          }}
        >
          <Trans>Download PDF</Trans>
        </Button>
        {canShare(SAMPLE_PDF) && (
          <Button
            variant="secondary"
            fullWidth
            icon={<Share2 />}
            busy={shareRequest.busy}
            disabledReason={offlineReason}
            onClick={() => {
              saveRequest.clear();
              void shareRequest.run();
            }}
          >
            <Trans>Share PDF</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Returns a function that loads the PDF only once. The PDF never changes, and browsers only allow sharing shortly after
 * a press, so a second press shouldn't have to wait for another download.
 */
function usePdf(certificate: CertificateDocument): () => Promise<File> {
  const { downloadPdf } = useCertificateActions(certificate);
  const cachedFile = useRef<File>(null);
  return async () => (cachedFile.current ??= await downloadPdf());
}

const resendForm = v.object({ to: emailAddress });

/** Sends the certificate again, by default to the customer's email address (spec 2 §5). */
export function ResendCertificate({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const resendRequest = useResend(certificate);
  const rejectionText = useRejectionText(resendRequest.failure);
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(resendForm),
    defaultValues: { to: displayEmail(certificate.customer_email) },
  });
  return (
    <Section title={t`Send certificate`}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void handleSubmit(({ to }) => resendRequest.run(to))(event)}
      >
        <TextField
          label={t`Email address`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={
            formState.errors.to
              ? t`Enter an email address, such as name@example.com.`
              : rejectionText
          }
          {...register('to', { onChange: resendRequest.clear })}
        />
        <Button
          type="submit"
          fullWidth
          icon={<Send />}
          busy={resendRequest.busy}
          disabledReason={offline && t`You’re offline. Connect to send the certificate.`}
        >
          <Trans>Send certificate</Trans>
        </Button>
      </form>
    </Section>
  );
}

function useResend(certificate: CertificateDocument) {
  const { t } = useLingui();
  const { resend } = useCertificateActions(certificate);
  return useRequest(async (email: string) => {
    await resend(email);
    const to = displayEmail(email);
    // The specification asks for 5 s (spec 2 §9).
    showToast({
      message: t`Certificate sent to ${to}`,
      subject: certificate.uuid,
      tone: 'good',
      timeoutMs: 5000,
    });
  });
}

/** Returns the message about the server's rejection, which the field shows. */
function useRejectionText(failure: unknown): string | undefined {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  if (failure === null) return undefined;
  return codeOf(failure) === 'too_many_requests'
    ? t`You’ve reached today’s limit. Try again tomorrow, or give your customer the PDF.`
    : errorMessage(failure);
}

/** Requests about an issued certificate; online only. */
function useCertificateActions({ uuid, number }: CertificateDocument) {
  const { identity } = useAccount();
  const { transport } = useServices();
  const call = useCall();
  const callOptions = { userId: identity.user_id };

  return {
    /**
     * Downloads the PDF.
     * @throws CallError
     */
    async downloadPdf(): Promise<File> {
      const blob = await transport.fetchCertificate(uuid, identity.company_id, callOptions);
      return new File([blob], `${number}.pdf`, { type: blob.type });
    },
    /**
     * Sends the certificate again to an email address.
     * @throws CallError `too_many_requests`, `not_found`
     */
    async resend(to: string): Promise<void> {
      const body = { customer_email: to };
      await call(certificateCalls.resendCertificate, { params: { id: uuid }, body }, callOptions);
    },
  };
}
