import { accountCalls } from '#schemas/api/account-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';

/** Asks for a code to the person's e-mail address, and takes it: requests, only while online. */
export function useVerificationActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const asking = { userId: identity.user_id };

  return {
    /** Where it stands. @throws CallError */
    read: () => call(accountCalls.emailVerification, {}, asking),
    /** Sends a new code; the earlier one is void. @throws CallError */
    send: () => call(accountCalls.requestEmailVerification, {}, asking),
    /** Forgets the new address. @throws CallError */
    cancel: async () => {
      await singletons.storeSelf(await call(accountCalls.cancelEmailChange, {}, asking));
    },
    /** @throws CallError `invalid_code`, `email_taken` */
    verify: async (code: string) => {
      const self = await call(accountCalls.verifyEmail, { body: { code } }, asking);
      await singletons.storeSelf(self);
    },
  };
}
