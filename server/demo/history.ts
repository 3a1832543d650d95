import { type Insertable } from 'kysely';
import { type CertificatesTable } from '../certificates/certificate-tables.ts';
import { type LeadsTable } from '../leads/lead-tables.ts';
import { type NotificationsTable } from '../notifications/notification-row.ts';
import { type OrdersTable } from '../orders/order-tables.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { type ProjectsTable } from '../projects/project-tables.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { type SupportChatsTable, type SupportMessagesTable } from '../support/support-tables.ts';
import { type SurveyInvitationsTable } from '../surveys/survey-row.ts';
import { demoCompanies, demoCompanyKeys, type DemoCompanyKey } from './companies.ts';
import { DAY, type WithoutRev } from './history-rows.ts';
import { demoCertificates } from './history-certificates.ts';
import { demoSupport } from './history-chats.ts';
import { demoLeads } from './history-leads.ts';
import { demoLedger } from './history-ledger.ts';
import { demoOrders } from './history-orders.ts';
import { demoProject } from './history-project.ts';
import { demoScans, type SerialSource, serialSource } from './history-scans.ts';
import { projectPlans } from './project-plans.ts';
import { demoSurveys } from './history-surveys.ts';
import { demoRegionSettings } from './region-settings.ts';
import { demoUuid } from './seeded-random.ts';

/** A demo company's complete history, with revs. */
export interface DemoHistory {
  readonly companyId: string;
  readonly projects: readonly Insertable<ProjectsTable>[];
  readonly scans: readonly Insertable<ScansTable>[];
  readonly ledger: readonly Insertable<LedgerTable>[];
  readonly leads: readonly Insertable<LeadsTable>[];
  readonly notifications: readonly Insertable<NotificationsTable>[];
  readonly surveys: readonly Insertable<SurveyInvitationsTable>[];
  readonly chats: readonly Insertable<SupportChatsTable>[];
  readonly orders: readonly Insertable<OrdersTable>[];
  readonly messages: readonly Insertable<SupportMessagesTable>[];
  readonly certificates: readonly Insertable<CertificatesTable>[];
  /** The company's counter afterwards. */
  readonly rev: number;
}

/**
 * Generates the demo's history up to `now`, deterministically. Each serial number is used once
 * across all companies.
 * @param now milliseconds since 1970
 */
export function demoHistories(now: number): DemoHistory[] {
  const serials = serialSource();
  return demoCompanyKeys.map((company) => historyOf(company, now, serials));
}

function historyOf(company: DemoCompanyKey, now: number, serials: SerialSource): DemoHistory {
  const { id, region } = demoCompanies[company];
  const settings = demoRegionSettings.find(({ regional }) => regional.region === region);
  if (!settings) throw new Error(`The region ${region} has no settings.`);

  const projects: WithoutRev<ProjectsTable>[] = [];
  const scans: WithoutRev<ScansTable>[] = [];
  projectPlans[company].forEach((plan, index) => {
    const began = now - plan.age * DAY;
    const uuid = demoUuid(`project:${company}:${index}`);
    const own = demoScans({ company, projectUuid: uuid, plan, began, settings }, serials);
    projects.push(demoProject({ company, index, uuid, plan, began, settings }, own));
    scans.push(...own);
  });
  const earned = demoLedger(company, projects, settings, now);
  const { orders, bookings } = demoOrders(company, earned, now);
  const ledger = [...earned, ...bookings];
  const { leads, notifications, projects: worked } = demoLeads(company, projects, now);
  const certificates = demoCertificates(company, projects, scans);
  const all = worked.map((project) => certifiedBy(certificates, project));

  const surveys = demoSurveys(company, now);
  const { chats, messages } = demoSupport(company, now);

  const others = [...leads, ...notifications, ...surveys, ...chats, ...orders, ...certificates];
  const changes = [...all, ...scans, ...ledger, ...others].toSorted(
    (a, b) => Number(a.updated_at) - Number(b.updated_at),
  );
  const revs = new Map(changes.map((row, at) => [row.uuid, at + 1]));
  const numbered = <Row extends { uuid: string }>(row: Row): Row & { rev: number } => {
    return { ...row, rev: revs.get(row.uuid) ?? 0 };
  };
  return {
    companyId: id,
    projects: all.map(numbered),
    scans: scans.map(numbered),
    ledger: ledger.map(numbered),
    leads: leads.map(numbered),
    notifications: notifications.map(numbered),
    surveys: surveys.map(numbered),
    chats: chats.map(numbered),
    orders: orders.map(numbered),
    messages,
    certificates: certificates.map(numbered),
    rev: changes.length,
  };
}

/** Issuing a certificate updates its project. */
function certifiedBy(
  certificates: readonly WithoutRev<CertificatesTable>[],
  project: WithoutRev<ProjectsTable>,
): WithoutRev<ProjectsTable> {
  const own = certificates.find(({ project_uuid }) => project_uuid === project.uuid);
  if (!own) return project;
  return { ...project, warranty_certificate_uuid: own.uuid, updated_at: own.updated_at };
}
