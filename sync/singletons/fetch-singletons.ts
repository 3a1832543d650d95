import { cardCalls } from '#schemas/api/card-calls.ts';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { tierCalls } from '#schemas/api/tier-calls.ts';
import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { CardState } from './singletons.ts';
import type { Transport } from '../http/transport.ts';

/**
 * Asks the server for what there is one of for an account. A file of its own, because the schemas of
 * all these answers are needed only where the network is. They throw CallError.
 */
export function singletonFetches(transport: Transport, identity: AccountIdentity) {
  const asking = { userId: identity.user_id, budget: 'in_turn' } as const;
  const company = { params: { id: identity.company_id } };
  const ofCompany = { query: { installer_company_id: identity.company_id } };
  return {
    self: () => transport.call(configurationCalls.self, {}, asking),
    configuration: () => transport.call(configurationCalls.configuration, {}, asking),
    publicConfiguration: () => transport.call(configurationCalls.publicConfiguration, {}, asking),
    pointsSummary: () => transport.call(pointsCalls.pointsSummary, company, asking),
    tierProductCategories: async () =>
      (await transport.call(pointsCalls.tierProductCategories, {}, asking)).data,
    tierProgress: async () =>
      (await transport.call(tierCalls.tierProgress, ofCompany, asking)).data,
    /** The company's card, and all of its top-ups at once: every page is read without a network. */
    clubCard: async (): Promise<CardState> => {
      const query = { page: 1, limit: ORDERS_LIMIT };
      const [card, history] = await Promise.all([
        transport.call(cardCalls.clubCard, company, asking),
        transport.call(cardCalls.clubCardHistory, { query }, asking),
      ]);
      return { card, topUps: history.data };
    },
  };
}
