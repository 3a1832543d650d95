import { cardCalls } from '#schemas/api/card-calls.ts';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { tierCalls } from '#schemas/api/tier-calls.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { createWorkLoop } from '../engine/work-loop.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';
import { failureCode, type RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { saveLocal, readLocal } from '../store/local-documents.ts';
import type {
  SingletonValues,
  SingletonOptions,
  CardState,
  SingletonCommands,
} from './singleton-values.ts';

/** Fetches and stores the account's singletons. */
export function createSingletonCommands(options: SingletonOptions): SingletonCommands {
  const { transport, identity, log } = options;
  const fetches = singletonFetches(transport, identity);
  const store = createSingletonStore(options);
  const { save } = store;
  const { fetchPoints, storePoints } = createPointsStore(store, fetches.pointsSummary);
  const logFailure = (error: unknown) => log.add('singletons_failed', { code: failureCode(error) });

  const fetchCard = async () => {
    const company = (await store.read('self'))?.company;
    if (company?.has_edenred_card !== 1 || !isMainCompanyRole(identity.role)) return;
    await store.storeUnlessChanged(fetches.clubCard, (card) => save('clubCard', card));
  };
  const fetchSelf = () => store.storeUnlessChanged(fetches.self, store.updateSelf);
  const sendOptions = () => sendUnsentOptions(store, options);
  const parts = {
    self: () => sendOptions().then(fetchSelf).then(fetchCard),
    async configuration() {
      const configuration = await fetches.configuration();
      await save('configuration', configuration);
      await updateGuide(store, configuration.product_guide, options);
    },
    publicConfiguration: async () =>
      save('publicConfiguration', await fetches.publicConfiguration()),
    points: fetchPoints,
    categories: async () => save('tierProductCategories', await fetches.tierProductCategories()),
    progress: async () => save('tierProgress', await fetches.tierProgress()),
  };
  const fetchParts = createFetchQueues({ ...parts, card: fetchCard }, options);
  const allParts = Object.keys(parts) as (keyof typeof parts)[];
  return {
    refresh: () => fetchParts(allParts),
    async refreshAfter(collections) {
      const includesAny = (...names: string[]) => names.some((name) => collections.includes(name));
      await fetchParts([
        ...(includesAny('projects', 'ledger') ? ['points' as const] : []),
        // A notification may be about a change to the card.
        ...(includesAny('orders', 'notifications') ? ['card' as const] : []),
        ...(includesAny('configuration') ? ['configuration' as const] : []),
      ]);
    },
    fetchCard() {
      // The user is waiting for the response.
      transport.requestBudget.refill();
      return fetchCard();
    },
    fetchTeam: async () => (await import('./team.ts')).fetchTeam(store, options),
    fetchCertificateCatalogue: async () =>
      (await import('./certificate-catalogue.ts')).fetchCertificateCatalogue(store, options),
    async saveOptions(newOptions) {
      await (await import('./unsent-options.ts')).saveOptions(store, newOptions);
      // A failed send is repeated at the next refresh.
      sendOptions().catch(logFailure);
    },
    ...createStoreCommands(store, logFailure),
    storePoints,
  };
}

/** Sends the unsent options if there are any. Options rarely change, so the code for this is loaded on demand. */
async function sendUnsentOptions(store: CommandStore, options: SingletonOptions): Promise<void> {
  if ((await store.read('waitingOptions')) === null) return;
  await (await import('./unsent-options.ts')).sendOptions(store, options);
}

/** Fetches the product guide if its version changed. */
async function updateGuide(
  store: CommandStore,
  version: string | undefined,
  options: SingletonOptions,
): Promise<void> {
  if ((await store.read('productGuide'))?.version === version) return;
  await (await import('./product-guide.ts')).updateProductGuide(store, version, options);
}

type ChangeCounter = 'changeCount' | 'pointsChangeCount';
type CommandStore = ReturnType<typeof createSingletonStore>;

/**
 * Reads and writes the singletons. Counts changes made in any tab, so that responses to earlier
 * requests are ignored.
 */
function createSingletonStore({ database, transport, identity }: SingletonOptions) {
  const read = <Name extends keyof SingletonValues>(name: Name) =>
    readLocal<SingletonValues[Name]>(database, name);
  const save = <Name extends keyof SingletonValues>(name: Name, value: SingletonValues[Name]) =>
    saveLocal<SingletonValues[Name]>(database, name, value);
  const countOf = async (name: ChangeCounter) => (await read(name)) ?? 0;
  /** Applies the unsent options to the user that the server returned. */
  const withUnsentOptions = async (self: InstallerUser): Promise<InstallerUser> => {
    const unsentOptions = await read('waitingOptions');
    if (unsentOptions === null) return self;
    return (await import('./unsent-options.ts')).withUnsentOptions(self, unsentOptions);
  };
  /** Fetches the profile picture if it has changed. */
  const updateAvatar = async (uuid: string | null) => {
    if (((await read('avatar'))?.uuid ?? null) === uuid) return;
    if (uuid === null) return save('avatar', null);
    const { fetchAvatar } = await import('./avatar.ts');
    await save('avatar', await fetchAvatar(transport, identity));
  };
  return {
    read,
    save,
    updateAvatar,
    countOf,
    markChanged: async (name: ChangeCounter = 'changeCount') =>
      save(name, (await countOf(name)) + 1),
    withUnsentOptions,
    async updateSelf(self: InstallerUser) {
      await save('self', await withUnsentOptions(self));
      await updateAvatar(self.avatar);
    },
    async storeUnlessChanged<T>(fetch: () => Promise<T>, store: (value: T) => Promise<void>) {
      const countBefore = await countOf('changeCount');
      const value = await fetch();
      if (countBefore === (await countOf('changeCount'))) await store(value);
    },
  };
}

/** Stores the newest points. Fetches them again if newer points arrived during the request. */
function createPointsStore(store: CommandStore, fetch: () => Promise<PointsSummary>) {
  return {
    async fetchPoints() {
      for (;;) {
        const countBefore = await store.countOf('pointsChangeCount');
        const summary = await fetch();
        if (countBefore === (await store.countOf('pointsChangeCount')))
          return store.save('pointsSummary', summary);
      }
    },
    async storePoints(companyPoints: number) {
      await store.markChanged('pointsChangeCount');
      const summary = await store.read('pointsSummary');
      if (summary) await store.save('pointsSummary', { ...summary, company_points: companyPoints });
    },
  };
}

/** Stores the server's response to a change immediately. */
function createStoreCommands(
  store: CommandStore,
  logFailure: (error: unknown) => void,
): Pick<SingletonCommands, 'storeSelf' | 'storeCompany' | 'storeCard'> {
  const storeSelf: SingletonCommands['storeSelf'] = async (self) => {
    await store.markChanged();
    await store.save('self', await store.withUnsentOptions(self));
    await store.updateAvatar(self.avatar).catch(logFailure);
  };
  const storeCompany: SingletonCommands['storeCompany'] = async (company) => {
    const self = await store.read('self');
    if (self) await storeSelf({ ...self, company });
  };
  return {
    storeSelf,
    storeCompany,
    async storeCard(card) {
      await store.markChanged();
      const topUps = (await store.read('clubCard'))?.topUps ?? [];
      await store.save('clubCard', { card, topUps });
      const company = (await store.read('self'))?.company;
      if (company) await storeCompany({ ...company, edenred_card: card.edenred_card });
    },
  };
}

/** Fetches the account's singletons from the server. All methods throw CallError. */
function singletonFetches(transport: Transport, identity: AccountIdentity) {
  const callOptions = { userId: identity.user_id, budget: 'in_turn' } as const;
  const company = { params: { id: identity.company_id } };
  const companyQuery = { query: { installer_company_id: identity.company_id } };
  return {
    self: () => transport.call(configurationCalls.getSignedInUser, {}, callOptions),
    configuration: () => transport.call(configurationCalls.getConfiguration, {}, callOptions),
    publicConfiguration: () =>
      transport.call(configurationCalls.getPublicConfiguration, {}, callOptions),
    pointsSummary: () => transport.call(pointsCalls.getPointsSummary, company, callOptions),
    tierProductCategories: async () =>
      (await transport.call(pointsCalls.listTierProductCategories, {}, callOptions)).data,
    tierProgress: async () =>
      (await transport.call(tierCalls.listTierProgress, companyQuery, callOptions)).data,
    /** Fetches the company's card and all its top-ups, so that every page works offline. */
    clubCard: async (): Promise<CardState> => {
      const query = { page: 1, limit: ORDERS_LIMIT };
      const [card, history] = await Promise.all([
        transport.call(cardCalls.getClubCard, company, callOptions),
        transport.call(cardCalls.listClubCardTopUps, { query }, callOptions),
      ]);
      return { card, topUps: history.data };
    },
  };
}

/**
 * Fetches account singletons, each in its own serial queue. If one is requested while it's being fetched, it's fetched
 * again, because the running request may return an older version.
 * @param parts each fetches and stores one singleton; network errors are retried (F14)
 * @returns a function that fetches some of them. It resolves when they are stored or have failed, and never throws.
 */
function createFetchQueues<Name extends string>(
  parts: Readonly<Record<Name, () => Promise<void>>>,
  { retry, log }: { readonly retry: RetryScheduler; readonly log: SyncLog },
): (names: readonly Name[]) => Promise<void> {
  const fetchPart = async (part: Name) => {
    try {
      await parts[part]();
    } catch (error) {
      log.add('singletons_failed', { part, code: failureCode(error) });
      if (isTemporary(error)) throw error;
    }
  };
  const createLoop = (id: Name) =>
    createWorkLoop(
      () => retry.run({ kind: 'own_data', id }, () => fetchPart(id), { isReadOnly: true }),
      // Fetching was stopped in the meantime.
      () => undefined,
    );
  const names = Object.keys(parts) as Name[];
  const loops = new Map(names.map((name) => [name, createLoop(name)]));
  return async (names) => {
    const dueLoops = names.flatMap((name) => loops.get(name) ?? []);
    await Promise.allSettled(dueLoops.map((loop) => loop.run()));
  };
}

/** True if the response was lost or the server is overloaded. */
function isTemporary(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof CallError && error.status === 503);
}
