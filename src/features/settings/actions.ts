import { accountCalls } from '#schemas/api/account-calls.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';

export { useDeviceLabels } from './use-device-labels.ts';

/** Requests that list the user's sessions and sign out other devices. They need a connection. */
export function useSessionActions() {
  const { identity } = useAccount();
  const call = useCall();
  const callOptions = { userId: identity.user_id };

  return {
    /** @throws CallError */
    list: async () => (await call(accountCalls.listSessions, {}, callOptions)).data,
    /** @throws CallError */
    end: async (id: string) => {
      await call(accountCalls.endSession, { params: { id } }, callOptions);
    },
    /** @throws CallError */
    endOthers: async () => {
      await call(accountCalls.endOtherSessions, {}, callOptions);
    },
  };
}
