import { accountCalls } from '#schemas/api/account-calls.ts';
import type { BodyOf } from '#schemas/api/call.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';

/** Company requests; they need a connection. Results are saved on the device immediately. */
export function useCompanyActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const params = { id: identity.company_id };
  const callOptions = { userId: identity.user_id };

  return {
    /** @throws CallError */
    update: async (body: BodyOf<typeof accountCalls.updateCompany>) => {
      await singletons.storeCompany(
        await call(accountCalls.updateCompany, { params, body }, callOptions),
      );
    },
    /** @throws CallError */
    chooseType: async (body: BodyOf<typeof accountCalls.updateCompanyType>) => {
      const company = await call(accountCalls.updateCompanyType, { params, body }, callOptions);
      await singletons.storeCompany(company);
    },
    /** @throws CallError */
    setAvailability: async (availability: 0 | 1) => {
      const request = { params, body: { availability } };
      await singletons.storeCompany(
        await call(accountCalls.updateAvailability, request, callOptions),
      );
    },
  };
}
