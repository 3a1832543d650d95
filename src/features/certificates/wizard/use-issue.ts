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
 * Issues the certificate and goes to it. Its key is on the device before it is sent and stays until its
 * answer has come: pressed twice, answered late or sent again after a restart, it is one certificate.
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
    // What was only proposed may be proposed otherwise when it is asked for again.
    dispatch({ name: 'sent', ...filled });
    try {
      const { uuid } = await call(certificateCalls.issueCertificate, { body }, asking);
      await keys.done(body);
      // It shows once it is on this device, and its project says so.
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
        // What was refused may have changed meanwhile, without this device having heard of it.
        void account.sendNow();
        void fetching.fetching.run();
      }
      throw error;
    }
  });
}
