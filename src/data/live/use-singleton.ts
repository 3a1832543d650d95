import type { Observable } from 'rxjs';
import type { LocalAccount } from '#sync/account.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { Avatar } from '#sync/singletons/avatar.ts';
import type { CardState } from '#sync/singletons/singleton-values.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import type { TeamMember } from '#schemas/team.ts';
import type { TierProgress } from '#schemas/tier.ts';
import type { CertificateCategory } from '#schemas/warranty-certificate.ts';
import { useLiveQuery } from './use-live-query.ts';

/** Records that exist once per account, stored on the device. */
interface SingletonValues {
  self: InstallerUser;
  avatar: Avatar;
  configuration: Configuration;
  publicConfiguration: PublicConfiguration;
  points: PointsSummary;
  categories: readonly TierProductCategory[];
  tiers: readonly TierProgress[];
  clubCard: CardState;
  team: readonly TeamMember[];
  certificateCatalogue: readonly CertificateCategory[];
}

type Source<T> = (account: LocalAccount) => Observable<T | null>;

const sources: { [Name in keyof SingletonValues]: Source<SingletonValues[Name]> } = {
  self: (account) => account.singletons.self$,
  avatar: (account) => account.singletons.avatar$,
  configuration: (account) => account.singletons.configuration$,
  publicConfiguration: (account) => account.singletons.publicConfiguration$,
  points: (account) => account.singletons.pointsSummary$,
  categories: (account) => account.singletons.tierProductCategories$,
  tiers: (account) => account.singletons.tierProgress$,
  clubCard: (account) => account.singletons.clubCard$,
  team: (account) => account.singletons.team$,
  certificateCatalogue: (account) => account.singletons.certificateCatalogue$,
};

/**
 * Subscribes to one of the account's singletons.
 * @returns undefined until read, or if this device never fetched it
 */
export function useSingleton<Name extends keyof SingletonValues>(
  name: Name,
): SingletonValues[Name] | undefined {
  return useLiveQuery<SingletonValues[Name] | null>(sources[name], [name]) ?? undefined;
}
