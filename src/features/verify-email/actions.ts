import { accountCalls } from '#schemas/api/account-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';

/** Email verification requests; they need a connection. */
export function useVerificationActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const callOptions = { userId: identity.user_id };

  return {
    /**
     * Returns the current state.
     * @throws CallError
     */
    read: () => call(accountCalls.getEmailVerification, {}, callOptions),
    /**
     * Sends a new code and invalidates the previous one.
     * @throws CallError
     */
    send: () => call(accountCalls.requestEmailVerification, {}, callOptions),
    /**
     * Cancels the address change.
     * @throws CallError
     */
    cancel: async () => {
      await singletons.storeSelf(await call(accountCalls.cancelEmailChange, {}, callOptions));
    },
    /** @throws CallError `invalid_code`, `email_taken` */
    verify: async (code: string) => {
      const self = await call(accountCalls.verifyEmail, { body: { code } }, callOptions);
      await singletons.storeSelf(self);
    },
  };
}
