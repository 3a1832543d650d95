import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { accessCalls } from '#schemas/api/access-calls.ts';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { isSame } from './conflicts.ts';
import type { ClubDatabase } from './database.ts';
import { failureCode } from './patience.ts';
import type { SyncLog } from './sync-log.ts';
import type { AccountIdentity } from './session.ts';
import type { Transport } from './transport.ts';

/** What there is one of for an account: kept as local documents, null until first fetched. */
export interface Singletons {
  readonly self$: Observable<InstallerUser | null>;
  readonly configuration$: Observable<Configuration | null>;
  readonly publicConfiguration$: Observable<PublicConfiguration | null>;
  readonly pointsSummary$: Observable<PointsSummary | null>;
  readonly tierProductCategories$: Observable<readonly TierProductCategory[] | null>;
  /** Asks for all of them. Never throws: what can't be had stays as it was. */
  refresh(): Promise<void>;
}

interface Values {
  self: InstallerUser;
  configuration: Configuration;
  publicConfiguration: PublicConfiguration;
  pointsSummary: PointsSummary;
  tierProductCategories: readonly TierProductCategory[];
}
type Kept<T> = { value: T };

export function createSingletons(options: {
  database: ClubDatabase;
  transport: Transport;
  log: SyncLog;
  identity: AccountIdentity;
}): Singletons {
  const { database, transport, identity } = options;
  const asking = { userId: identity.user_id };

  const watch = <Name extends keyof Values>(name: Name): Observable<Values[Name] | null> =>
    database.getLocal$<Kept<Values[Name]>>(name).pipe(
      // RxDB's types make it read-only all the way down; it is what was put in.
      map((kept) => (kept?.toJSON().data.value ?? null) as Values[Name] | null),
      distinctUntilChanged<Values[Name] | null>(isSame),
    );
  const keep = async <Name extends keyof Values>(name: Name, fetched: Promise<Values[Name]>) => {
    const value = await fetched;
    const kept = await database.getLocal<Kept<Values[Name]>>(name);
    if (kept && isSame(kept.toJSON().data.value, value)) return;
    await database.upsertLocal<Kept<Values[Name]>>(name, { value });
  };

  let refreshing: Promise<void> | null = null;
  const refreshAll = async () => {
    const company = { params: { id: identity.company_id } };
    const outcomes = await Promise.allSettled([
      keep('self', transport.call(accessCalls.self, {}, asking)),
      keep('configuration', transport.call(accessCalls.configuration, {}, asking)),
      keep('publicConfiguration', transport.call(accessCalls.publicConfiguration, {}, asking)),
      keep('pointsSummary', transport.call(pointsCalls.pointsSummary, company, asking)),
      keep(
        'tierProductCategories',
        transport.call(pointsCalls.tierProductCategories, {}, asking).then((answer) => answer.data),
      ),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) options.log.add('singletons_failed', { code: failureCode(failed.reason) });
  };

  return {
    self$: watch('self'),
    configuration$: watch('configuration'),
    publicConfiguration$: watch('publicConfiguration'),
    pointsSummary$: watch('pointsSummary'),
    tierProductCategories$: watch('tierProductCategories'),
    refresh() {
      refreshing ??= refreshAll().finally(() => (refreshing = null));
      return refreshing;
    },
  };
}
