import { useLingui } from '@lingui/react/macro';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { codeOf, errorsOf } from '#src/data/text/error-code.ts';
import { paths } from '#src/app/paths.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import type { Wizard } from './use-wizard.ts';
import { type FilledDraft, issueBody } from './certificate-form.ts';
import { isRejection, isUnanswered } from './rejection.ts';

/**
 * Issues the certificate and opens it. Stores the idempotency key before sending and keeps it until
 * an answer arrives: double presses, late answers and restarts give one certificate.
 */
export function useIssue(wizard: Wizard, filled: FilledDraft) {
  const { t } = useLingui();
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const keys = useRequestKeys('certificate');
  const { dispatch, finish, fetching } = wizard;
  return useRequest(async () => {
    const body = issueBody(filled);
    const { user_id: userId } = account.identity;
    const asking = { idempotencyKey: await keys.keyFor(body), userId };
    // Save the proposed values, because a retry must send the same ones.
    dispatch({ name: 'sent', ...filled });
    try {
      const { uuid } = await call(certificateCalls.issueCertificate, { body }, asking);
      await keys.done(body);
      // The screen shows the certificate once it and its project are synced.
      await account.sendNow();
      finish();
      showToast({
        message: t`The certificate is issued.`,
        subject: uuid,
        tone: 'good',
        timeoutMs: 5000,
      });
      go(paths.warrantyCertificate(uuid), { replace: true, done: true });
    } catch (error) {
      const refused = { code: codeOf(error) ?? '', field: errorsOf(error)[0]?.field ?? '' };
      if (isUnanswered(refused.code)) dispatch({ name: 'unanswered' });
      if (isRejection(refused)) {
        dispatch({ name: 'refused', ...refused });
        // The rejection may come from a change that this device hasn't synced.
        void account.sendNow();
        void fetching.fetching.run();
      }
      throw error;
    }
  });
}
