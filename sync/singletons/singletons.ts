import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { ClubCard, TopUp } from '#schemas/club-card.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { Company, InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import type { Avatar } from './avatar.ts';
import type { TierProgress } from '#schemas/tier.ts';
import { isSame } from '../store/is-same.ts';
import { isUnreachable } from '../http/call-error.ts';
import type { ClubDatabase } from '../store/database.ts';
import { failureCode, type RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** The company's card, and what was moved onto it, newest first. */
export interface CardState {
  readonly card: ClubCard;
  readonly topUps: readonly TopUp[];
}

/** What there is one of for an account: kept as local documents, null until first fetched. */
export interface Singletons {
  readonly self$: Observable<InstallerUser | null>;
  /** The picture of the person's profile. */
  readonly avatar$: Observable<Avatar | null>;
  readonly configuration$: Observable<Configuration | null>;
  readonly publicConfiguration$: Observable<PublicConfiguration | null>;
  readonly pointsSummary$: Observable<PointsSummary | null>;
  readonly tierProductCategories$: Observable<readonly TierProductCategory[] | null>;
  readonly tierProgress$: Observable<readonly TierProgress[] | null>;
  /** Null also where the company may have no card. */
  readonly clubCard$: Observable<CardState | null>;
  /**
   * Asks for all of them, until the server was reached. Never throws: what can't be had stays as it was.
   */
  refresh(): Promise<void>;
  /** Asks for what hangs on these collections, when somebody's work has changed them. Never throws. */
  refreshAfter(collections: readonly string[]): Promise<void>;
  /** Asks for the card, where the company may have one. Throws CallError. */
  fetchCard(): Promise<void>;
  /** Takes over what the server answered to a change of the profile, so that it shows at once. */
  noteSelf(self: InstallerUser): Promise<void>;
  /** The same for the company. */
  noteCompany(company: Company): Promise<void>;
  /** The same for the card that was registered. */
  noteCard(card: ClubCard): Promise<void>;
}

interface Values {
  self: InstallerUser;
  avatar: Avatar | null;
  configuration: Configuration;
  publicConfiguration: PublicConfiguration;
  pointsSummary: PointsSummary;
  tierProductCategories: readonly TierProductCategory[];
  tierProgress: readonly TierProgress[];
  clubCard: CardState;
}
type Kept<T> = { value: T };

export function createSingletons(options: {
  database: ClubDatabase;
  transport: Transport;
  log: SyncLog;
  identity: AccountIdentity;
  retry: RetryScheduler;
}): Singletons {
  const { database, transport, identity, retry } = options;
  const fetching = async () =>
    (await import('./fetch-singletons.ts')).singletonFetches(transport, identity);

  const watch = <Name extends keyof Values>(name: Name): Observable<Values[Name] | null> =>
    database.getLocal$<Kept<Values[Name]>>(name).pipe(
      // RxDB's types make it read-only all the way down; it is what was put in.
      map((kept) => (kept?.toJSON().data.value ?? null) as Values[Name] | null),
      distinctUntilChanged<Values[Name] | null>(isSame),
    );
  const read = async <Name extends keyof Values>(name: Name) =>
    (await database.getLocal<Kept<Values[Name]>>(name))?.toJSON().data.value as
      Values[Name] | undefined;
  const keep = async <Name extends keyof Values>(name: Name, fetched: Promise<Values[Name]>) => {
    const value = await fetched;
    const kept = await database.getLocal<Kept<Values[Name]>>(name);
    if (kept && isSame(kept.toJSON().data.value, value)) return;
    await database.upsertLocal<Kept<Values[Name]>>(name, { value });
  };
  /** Fetches the picture of the profile when it is another than the one kept here. */
  const keepAvatar = async (uuid: string | null) => {
    const kept = await database.getLocal<Kept<Avatar | null>>('avatar');
    if ((kept?.toJSON().data.value?.uuid ?? null) === uuid) return;
    if (uuid === null) return keep('avatar', Promise.resolve(null));
    const { fetchAvatar } = await import('./avatar.ts');
    await keep('avatar', fetchAvatar(transport, identity));
  };
  /** Counts what was noted: an answer that was asked for before is older than that. */
  let notes = 0;
  const noteSelf = async (self: InstallerUser) => {
    notes += 1;
    await keep('self', Promise.resolve(self));
    await keepAvatar(self.avatar).catch(logFailure);
  };
  const keepSelf = async (fetchSelf: () => Promise<InstallerUser>) => {
    const noted = notes;
    const self = await fetchSelf();
    if (noted !== notes) return;
    await keep('self', Promise.resolve(self));
    await keepAvatar(self.avatar);
  };
  const noteCompany = async (company: Company) => {
    const self = await read('self');
    if (self) await noteSelf({ ...self, company });
  };
  const fetchCard = async () => {
    const company = (await read('self'))?.company;
    if (company?.has_edenred_card !== 1 || !isMainCompanyRole(identity.role)) return;
    const noted = notes;
    const fetched = await (await fetching()).clubCard();
    if (noted === notes) await keep('clubCard', Promise.resolve(fetched));
  };
  const logFailure = (error: unknown) =>
    options.log.add('singletons_failed', { code: failureCode(error) });

  let refreshing: Promise<void> | null = null;
  const refreshAll = async () => {
    const fetches = await fetching();
    const outcomes = await Promise.allSettled([
      keepSelf(fetches.self).then(fetchCard),
      keep('configuration', fetches.configuration()),
      keep('publicConfiguration', fetches.publicConfiguration()),
      keep('pointsSummary', fetches.pointsSummary()),
      keep('tierProductCategories', fetches.tierProductCategories()),
      keep('tierProgress', fetches.tierProgress()),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) return;
    logFailure(failed.reason);
    // An answer that was lost is asked for again: without the configuration nothing can be scanned.
    if (isUnreachable(failed.reason)) throw failed.reason;
  };
  const keepPoints = async () => keep('pointsSummary', (await fetching()).pointsSummary());

  return {
    self$: watch('self'),
    avatar$: watch('avatar'),
    configuration$: watch('configuration'),
    publicConfiguration$: watch('publicConfiguration'),
    pointsSummary$: watch('pointsSummary'),
    tierProductCategories$: watch('tierProductCategories'),
    tierProgress$: watch('tierProgress'),
    clubCard$: watch('clubCard'),
    refresh() {
      refreshing ??= retry
        .run({ kind: 'own_data' }, refreshAll, { onlyAsks: true })
        .catch(() => undefined)
        .finally(() => (refreshing = null));
      return refreshing;
    },
    noteSelf,
    noteCompany,
    async noteCard(card) {
      notes += 1;
      const topUps = (await read('clubCard'))?.topUps ?? [];
      await keep('clubCard', Promise.resolve({ card, topUps }));
      const company = (await read('self'))?.company;
      if (company) await noteCompany({ ...company, edenred_card: card.edenred_card });
    },
    async refreshAfter(collections) {
      const has = (...names: string[]) => names.some((name) => collections.includes(name));
      await Promise.all([
        has('projects', 'ledger') && keepPoints(),
        // What becomes of a card is told by a notification.
        has('orders', 'notifications') && fetchCard(),
      ]).catch(logFailure);
    },
    fetchCard,
  };
}
