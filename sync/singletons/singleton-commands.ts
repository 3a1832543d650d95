import { cardCalls } from '#schemas/api/card-calls.ts';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { tierCalls } from '#schemas/api/tier-calls.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import type { TeamMember } from '#schemas/team.ts';
import type { TierProgress } from '#schemas/tier.ts';
import type { CertificateCategory } from '#schemas/warranty-certificate.ts';
import { createWorkLoop } from '../engine/work-loop.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';
import { failureCode, type RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { saveLocal, readLocal, type LocalDocuments } from '../store/local-documents.ts';
import type { Avatar } from './avatar.ts';
import type { CardState, SingletonCommands } from './singletons.ts';

/** Account singletons by name. */
export interface SingletonValues {
  self: InstallerUser;
  /** Options saved on this device that the server doesn't have yet, as JSON text. */
  waitingOptions: string | null;
  avatar: Avatar | null;
  configuration: Configuration;
  publicConfiguration: PublicConfiguration;
  pointsSummary: PointsSummary;
  tierProductCategories: readonly TierProductCategory[];
  tierProgress: readonly TierProgress[];
  clubCard: CardState;
  team: readonly TeamMember[];
  certificateCatalogue: readonly CertificateCategory[];
}

export interface SingletonOptions {
  readonly database: LocalDocuments;
  readonly transport: Transport;
  readonly log: SyncLog;
  readonly identity: AccountIdentity;
  readonly retry: RetryScheduler;
}

/** Fetches and stores the account's singletons. */
export function createSingletonCommands(options: SingletonOptions): SingletonCommands {
  const { transport, identity, log } = options;
  const fetches = singletonFetches(transport, identity);
  const kept = keeping(options);
  const { keep } = kept;
  const { keepPoints, storePoints } = keepingPoints(kept, fetches.pointsSummary);
  const logFailure = (error: unknown) => log.add('singletons_failed', { code: failureCode(error) });

  const fetchCard = async () => {
    const company = (await kept.read('self'))?.company;
    if (company?.has_edenred_card !== 1 || !isMainCompanyRole(identity.role)) return;
    await kept.unlessNoted(fetches.clubCard(), (card) => keep('clubCard', card));
  };
  const fetchSelf = () => kept.unlessNoted(fetches.self(), kept.self);
  const sendOptions = () => sendWaitingOptions(kept, options);
  const parts = {
    self: () => sendOptions().then(fetchSelf).then(fetchCard),
    configuration: async () => keep('configuration', await fetches.configuration()),
    publicConfiguration: async () =>
      keep('publicConfiguration', await fetches.publicConfiguration()),
    points: keepPoints,
    categories: async () => keep('tierProductCategories', await fetches.tierProductCategories()),
    progress: async () => keep('tierProgress', await fetches.tierProgress()),
  };
  const ask = createFetchQueues({ ...parts, card: fetchCard }, options);
  const all = Object.keys(parts) as (keyof typeof parts)[];
  return {
    refresh: () => ask(all),
    async refreshAfter(collections) {
      const has = (...names: string[]) => names.some((name) => collections.includes(name));
      await ask([
        ...(has('projects', 'ledger') ? ['points' as const] : []),
        // A notification announces changes of a card.
        ...(has('orders', 'notifications') ? ['card' as const] : []),
      ]);
    },
    fetchCard() {
      // The user is waiting for it.
      transport.requestBudget.refill();
      return fetchCard();
    },
    fetchTeam: async () => (await import('./team.ts')).fetchTeam(kept, options),
    fetchCertificateCatalogue: async () =>
      (await import('./certificate-catalogue.ts')).fetchCertificateCatalogue(kept, options),
    async saveOptions(made) {
      await (await import('./waiting-options.ts')).saveOptions(kept, made);
      // A failed send is repeated at the next refresh.
      sendOptions().catch(logFailure);
    },
    ...notes(kept, logFailure),
    storePoints,
  };
}

/** Options rarely change, so their code is loaded on demand. */
async function sendWaitingOptions(kept: SingletonStore, options: SingletonOptions): Promise<void> {
  if ((await kept.read('waitingOptions')) === null) return;
  await (await import('./waiting-options.ts')).sendOptions(kept, options);
}

export type SingletonStore = ReturnType<typeof keeping>;

/**
 * Reads and writes the singletons. Counts local changes, so that responses requested before one are ignored.
 */
function keeping({ database, transport, identity }: SingletonOptions) {
  let noted = 0;
  const read = <Name extends keyof SingletonValues>(name: Name) =>
    readLocal<SingletonValues[Name]>(database, name);
  const keep = <Name extends keyof SingletonValues>(name: Name, value: SingletonValues[Name]) =>
    saveLocal<SingletonValues[Name]>(database, name, value);
  /** Adds the options that the server doesn't have yet to the server's user. */
  const laidOver = async (self: InstallerUser): Promise<InstallerUser> => {
    const waiting = await read('waitingOptions');
    if (waiting === null) return self;
    return (await import('./waiting-options.ts')).withWaitingOptions(self, waiting);
  };
  /** Fetches the profile picture if it has changed. */
  const avatar = async (uuid: string | null) => {
    if (((await read('avatar'))?.uuid ?? null) === uuid) return;
    if (uuid === null) return keep('avatar', null);
    const { fetchAvatar } = await import('./avatar.ts');
    await keep('avatar', await fetchAvatar(transport, identity));
  };
  return {
    read,
    keep,
    avatar,
    note: () => (noted += 1),
    laidOver,
    async self(self: InstallerUser) {
      await keep('self', await laidOver(self));
      await avatar(self.avatar);
    },
    async unlessNoted<T>(asked: Promise<T>, take: (value: T) => Promise<void>) {
      const before = noted;
      const value = await asked;
      if (before === noted) await take(value);
    },
  };
}

/** Stores the newest points: refetches if newer points arrived during the request. */
function keepingPoints(kept: SingletonStore, fetch: () => Promise<PointsSummary>) {
  let told = 0;
  return {
    async keepPoints() {
      for (;;) {
        const before = told;
        const summary = await fetch();
        if (before === told) return kept.keep('pointsSummary', summary);
      }
    },
    async storePoints(companyPoints: number) {
      told += 1;
      const summary = await kept.read('pointsSummary');
      if (summary) await kept.keep('pointsSummary', { ...summary, company_points: companyPoints });
    },
  };
}

/** Stores the server's response to a change at once. */
function notes(
  kept: SingletonStore,
  logFailure: (error: unknown) => void,
): Pick<SingletonCommands, 'storeSelf' | 'storeCompany' | 'storeCard'> {
  const storeSelf: SingletonCommands['storeSelf'] = async (self) => {
    kept.note();
    await kept.keep('self', await kept.laidOver(self));
    await kept.avatar(self.avatar).catch(logFailure);
  };
  const storeCompany: SingletonCommands['storeCompany'] = async (company) => {
    const self = await kept.read('self');
    if (self) await storeSelf({ ...self, company });
  };
  return {
    storeSelf,
    storeCompany,
    async storeCard(card) {
      kept.note();
      const topUps = (await kept.read('clubCard'))?.topUps ?? [];
      await kept.keep('clubCard', { card, topUps });
      const company = (await kept.read('self'))?.company;
      if (company) await storeCompany({ ...company, edenred_card: card.edenred_card });
    },
  };
}

/** Fetches the account's singletons from the server. All methods throw CallError. */
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
    /** Fetches the company's card and all its top-ups, so that every page works offline. */
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

/**
 * Fetches account singletons, one serial queue each. A request during a fetch causes one more, because that
 * response may be older.
 * @param parts each fetches and stores one singleton; network errors are retried (F14)
 * @returns a function that fetches some of them, and resolves when they are stored or can't be. Never throws
 */
export function createFetchQueues<Name extends string>(
  parts: Readonly<Record<Name, () => Promise<void>>>,
  { retry, log }: { readonly retry: RetryScheduler; readonly log: SyncLog },
): (names: readonly Name[]) => Promise<void> {
  const ask = async (part: Name) => {
    try {
      await parts[part]();
    } catch (error) {
      log.add('singletons_failed', { part, code: failureCode(error) });
      if (isPassing(error)) throw error;
    }
  };
  const loopOf = (id: Name) =>
    createWorkLoop(
      () => retry.run({ kind: 'own_data', id }, () => ask(id), { isReadOnly: true }),
      // Closed meanwhile.
      () => undefined,
    );
  const names = Object.keys(parts) as Name[];
  const loops = new Map(names.map((name) => [name, loopOf(name)]));
  return async (wanted) => {
    const woken = wanted.flatMap((name) => loops.get(name) ?? []);
    woken.forEach((loop) => loop.wake());
    await Promise.allSettled(woken.map((loop) => loop.idle()));
  };
}

/** True if the response was lost or the server is overloaded. */
function isPassing(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof CallError && error.status === 503);
}
