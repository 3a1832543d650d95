import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { emailAddress } from '#schemas/email.ts';
import { displayEmail } from '#schemas/shown-email.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { formResolver } from '#src/features/_shared/editing/form-resolver.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useCertificateActions } from './actions.ts';

const resendForm = v.object({ to: emailAddress });

/** Sends the certificate again, by default to the customer's e-mail address (spec 2 §5). */
export function ResendCertificate({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const resending = useResend(certificate);
  const refusal = useRefusal(resending.failure);
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(resendForm),
    defaultValues: { to: displayEmail(certificate.customer_email) },
  });
  return (
    <Section title={t`Send it again`}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void handleSubmit(({ to }) => resending.run(to))(event)}
      >
        <TextField
          label={t`E-mail address`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={
            formState.errors.to ? t`Enter an e-mail address, such as name@example.com.` : refusal
          }
          {...register('to', { onChange: resending.clear })}
        />
        <Button
          type="submit"
          fullWidth
          icon={<Send />}
          busy={resending.busy}
          disabledReason={offline && t`You are offline. Certificates are sent online.`}
        >
          <Trans>Send the certificate</Trans>
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
    // 5 s (spec 2 §9).
    showToast({
      message: t`The certificate is sent to ${to}.`,
      subject: certificate.uuid,
      tone: 'good',
      timeoutMs: 5000,
    });
  });
}

/** Message of the server's rejection, for the field. */
function useRefusal(failure: unknown): string | undefined {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  if (failure === null) return undefined;
  return codeOf(failure) === 'too_many_requests'
    ? t`Too many were sent today. Try again tomorrow, or give your customer the PDF.`
    : errorMessage(failure);
}
