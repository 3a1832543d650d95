import type { Observable } from 'rxjs';
import type { ClubCard, TopUp } from '#schemas/club-card.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { Company, InstallerUser } from '#schemas/installer.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import type { TeamMember } from '#schemas/team.ts';
import type { TierProgress } from '#schemas/tier.ts';
import type { CertificateCategory } from '#schemas/warranty-certificate.ts';
import { lazyCommands } from '../entities/lazy-commands.ts';
import { localValue$ } from '../store/local-documents.ts';
import type { Avatar } from './avatar.ts';
import type { SingletonOptions, SingletonValues } from './singleton-commands.ts';

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
  /** Everybody of the company, as they were when a screen asked last. */
  readonly team$: Observable<readonly TeamMember[] | null>;
  /** What certificates of the person's country may cover, as it was when a screen asked last. */
  readonly certificateCatalogue$: Observable<readonly CertificateCategory[] | null>;
  /**
   * Asks for all of them, until the server was reached. Never throws: what can't be had stays as it was.
   */
  refresh(): Promise<void>;
  /** The same for what hangs on these collections, when somebody's work has changed them. */
  refreshAfter(collections: readonly string[]): Promise<void>;
  /** Asks for the card, where the company may have one. Throws CallError. */
  fetchCard(): Promise<void>;
  /** Asks for the team, where the role has one. Throws CallError. */
  fetchTeam(): Promise<void>;
  /** Asks for what certificates may cover. Throws CallError. */
  fetchCertificateCatalogue(): Promise<void>;
  /** Takes over what the server answered to a change of the profile, so that it shows at once. */
  storeSelf(self: InstallerUser): Promise<void>;
  /**
   * Notes options of the person's (JSON text of an object): they show at once, without a network too, and go to
   * the server when there is one (spec 2 §7, "optimistic update"). Throws SyncError.
   */
  saveOptions(options: string): Promise<void>;
  /** The same for the company. */
  storeCompany(company: Company): Promise<void>;
  /** The same for the card that was registered. */
  storeCard(card: ClubCard): Promise<void>;
  /** The same for the company's points, of which the server says with an order how many are left. */
  storePoints(companyPoints: number): Promise<void>;
}

/** What is fetched, and taken over from answers; its code comes with the first of it. */
export type SingletonCommands = Pick<
  Singletons,
  | 'refresh'
  | 'refreshAfter'
  | 'fetchCard'
  | 'fetchTeam'
  | 'fetchCertificateCatalogue'
  | 'storeSelf'
  | 'saveOptions'
  | 'storeCompany'
  | 'storeCard'
  | 'storePoints'
>;

export function createSingletons(options: SingletonOptions): Singletons {
  const watch = <Name extends keyof SingletonValues>(
    name: Name,
  ): Observable<SingletonValues[Name] | null> =>
    localValue$<SingletonValues[Name]>(options.database, name);
  const commands = lazyCommands<SingletonCommands>(
    {
      refresh: true,
      refreshAfter: true,
      fetchCard: true,
      fetchTeam: true,
      fetchCertificateCatalogue: true,
      storeSelf: true,
      saveOptions: true,
      storeCompany: true,
      storeCard: true,
      storePoints: true,
    },
    async () => (await import('./singleton-commands.ts')).createSingletonCommands(options),
  );
  const withoutFailing = (done: Promise<void>) =>
    done.catch(() => options.log.add('singletons_failed', { code: 'code_missing' }));
  return {
    self$: watch('self'),
    avatar$: watch('avatar'),
    configuration$: watch('configuration'),
    publicConfiguration$: watch('publicConfiguration'),
    pointsSummary$: watch('pointsSummary'),
    tierProductCategories$: watch('tierProductCategories'),
    tierProgress$: watch('tierProgress'),
    clubCard$: watch('clubCard'),
    team$: watch('team'),
    certificateCatalogue$: watch('certificateCatalogue'),
    ...commands,
    refresh: () => withoutFailing(commands.refresh()),
    refreshAfter: (collections) => withoutFailing(commands.refreshAfter(collections)),
  };
}
