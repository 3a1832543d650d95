import type { ClubCard, TopUp } from '#schemas/club-card.ts';
import type { Observable } from 'rxjs';
import type { InstallerUser, Company } from '#schemas/installer.ts';
import type { Avatar } from './avatar.ts';
import type { Configuration, PublicConfiguration } from '#schemas/configuration.ts';
import type { PointsSummary } from '#schemas/ledger.ts';
import type { VersionedGuide } from '#schemas/product-guide.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import type { TierProgress } from '#schemas/tier.ts';
import type { TeamMember } from '#schemas/team.ts';
import type { CertificateCategory } from '#schemas/warranty-certificate.ts';
import type { LocalDocuments } from '../store/local-documents.ts';
import type { Transport } from '../http/transport.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';

/** The company's card and its top-ups, newest first. */
export interface CardState {
  readonly card: ClubCard;
  readonly topUps: readonly TopUp[];
}

/** Account singletons, stored as local documents; null until first fetched. */
export interface Singletons {
  readonly self$: Observable<InstallerUser | null>;
  /** The profile picture. */
  readonly avatar$: Observable<Avatar | null>;
  readonly configuration$: Observable<Configuration | null>;
  readonly publicConfiguration$: Observable<PublicConfiguration | null>;
  readonly pointsSummary$: Observable<PointsSummary | null>;
  readonly tierProductCategories$: Observable<readonly TierProductCategory[] | null>;
  /** The product guide of the user's country. */
  readonly productGuide$: Observable<VersionedGuide | null>;
  readonly tierProgress$: Observable<readonly TierProgress[] | null>;
  /** Also null if the company can't have a card. */
  readonly clubCard$: Observable<CardState | null>;
  /** The company's members, as last fetched by a screen. */
  readonly team$: Observable<readonly TeamMember[] | null>;
  /** Products that certificates can cover in the user's country, as last fetched by a screen. */
  readonly certificateCatalogue$: Observable<readonly CertificateCategory[] | null>;
  /**
   * Fetches all singletons, retrying until the server responds. Never throws; singletons that can't be fetched keep
   * their old values.
   */
  refresh(): Promise<void>;
  /** Fetches the singletons affected by changes to these collections or to the configuration. */
  refreshAfter(collections: readonly string[]): Promise<void>;
  /** Fetches the card if the company may have one. Throws CallError. */
  fetchCard(): Promise<void>;
  /** Fetches the team if the role has one. Throws CallError. */
  fetchTeam(): Promise<void>;
  /** Fetches the products that certificates can cover. Throws CallError. */
  fetchCertificateCatalogue(): Promise<void>;
  /** Stores the server's response to a profile change, so that it shows immediately. */
  storeSelf(self: InstallerUser): Promise<void>;
  /**
   * Saves the user's options (JSON object text): they take effect immediately, even offline, and are sent when
   * possible (spec 2 §7, "optimistic update"). Throws SyncError.
   */
  saveOptions(options: string): Promise<void>;
  /** Stores the company as the server returned it. */
  storeCompany(company: Company): Promise<void>;
  /** Stores the card as the server returned it after its registration. */
  storeCard(card: ClubCard): Promise<void>;
  /** Stores the company's remaining points, which the server returns with an order. */
  storePoints(companyPoints: number): Promise<void>;
}

/** Commands that fetch and store singletons. Their code is loaded when the first one is called. */
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
  productGuide: VersionedGuide | null;
  tierProgress: readonly TierProgress[];
  clubCard: CardState;
  team: readonly TeamMember[];
  certificateCatalogue: readonly CertificateCategory[];
  /** Number of changes to the user, company or card, in all tabs. */
  changeCount: number;
  /** Number of changes to the points, in all tabs. */
  pointsChangeCount: number;
}

export interface SingletonOptions {
  readonly database: LocalDocuments;
  readonly transport: Transport;
  readonly log: SyncLog;
  readonly identity: AccountIdentity;
  readonly retry: RetryScheduler;
}

/** Reads and writes the stored singletons. */
export interface SingletonStore {
  read<Name extends keyof SingletonValues>(name: Name): Promise<SingletonValues[Name] | null>;
  save<Name extends keyof SingletonValues>(name: Name, value: SingletonValues[Name]): Promise<void>;
  /** Marks responses to earlier requests as outdated. */
  markChanged(): Promise<void>;
  /** Returns the server's user with this device's unsent options applied. */
  withUnsentOptions(self: InstallerUser): Promise<InstallerUser>;
}
