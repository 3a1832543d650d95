import { type Insertable, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { languageIds, type Language } from '#schemas/languages.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { roles } from '#schemas/roles.ts';
import { type Database } from '../db/tables.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type DemoHistory } from './history.ts';
import { createOnboardedOptions } from './registrants.ts';
import { demoUuid } from './seeded-random.ts';

interface Crew {
  readonly language: Language;
  /** Phone number with its dial code, but without the last two digits. */
  readonly phonePrefix: string;
  readonly names: readonly (readonly [name: string, surname: string])[];
}

/** Installers besides those in `accounts.ts`. They sign in by phone. The Romanian team has room for one more member. */
const crews: Partial<Record<DemoCompanyKey, Crew>> = {
  nowak: {
    language: 'pl',
    phonePrefix: '+485051001',
    names: [
      ['Kasia', 'Wójcik'],
      ['Tomasz', 'Mazur'],
      ['Wiktor', 'Sowa'],
    ],
  },
  dvorak: {
    language: 'cs',
    phonePrefix: '+4206021001',
    names: [
      ['Karel', 'Novotný'],
      ['Petra', 'Malá'],
    ],
  },
  ionescu: {
    language: 'ro',
    phonePrefix: '+407220001',
    names: [
      ['Andrei', 'Popa'],
      ['Ioana', 'Rusu'],
      ['Radu', 'Stan'],
      ['Vlad', 'Marin'],
      ['Elena', 'Dumitru'],
      ['Sorin', 'Pop'],
      ['Dan', 'Ilie'],
      ['Maria', 'Toma'],
      ['Paul', 'Nistor'],
    ],
  },
  bondar: { language: 'uk', phonePrefix: '+380671001', names: [['Тарас', 'Коваль']] },
};

interface DemoMember {
  readonly id: string;
  readonly company: DemoCompanyKey;
  readonly name: string;
  readonly surname: string;
  readonly phone: string;
  readonly language: Language;
  /** False for the last of each crew, who has never signed in. */
  readonly isActive: boolean;
}

export const demoMembers: readonly DemoMember[] = (
  Object.entries(crews) as [DemoCompanyKey, Crew][]
).flatMap(([company, { language, phonePrefix, names }]) =>
  names.map(([name, surname], index) => {
    const phone = `${phonePrefix}${String(index + 1).padStart(2, '0')}`;
    const id = demoUuid(`member:${phone}`);
    return { id, company, name, surname, phone, language, isActive: index < names.length - 1 };
  }),
);

/**
 * Inserts the members. Active members also get a recent session, which has ended.
 * @param joinedAt time when they joined
 */
export async function insertDemoMembers(
  trx: Transaction<Database>,
  now: Date,
  joinedAt: Date,
): Promise<void> {
  await trx
    .insertInto('installers')
    .values(
      demoMembers.map(({ id, company, name, surname, phone, language, isActive }) => ({
        id,
        name,
        surname,
        phone,
        company_id: demoCompanies[company].id,
        email: null,
        avatar: null,
        role: roles.staff,
        languages_id: languageIds[language],
        has_signed_in: isActive,
        verified_email_at: null,
        options: createOnboardedOptions(joinedAt.toISOString(), { hasAgreedToTerms: true }),
        created_at: joinedAt,
      })),
    )
    .execute();
  const activeMembers = demoMembers.filter(({ isActive }) => isActive);
  for (const [index, member] of activeMembers.entries()) {
    await insertSession(trx, member, new Date(now.getTime() - (index + 1) * DAY_MS));
  }
}

/** Inserts a session that has ended. */
async function insertSession(
  trx: Transaction<Database>,
  { id, company }: DemoMember,
  time: Date,
): Promise<void> {
  const session = demoUuid(`visit:${id}`);
  await trx
    .insertInto('sessions')
    .values({
      id: session,
      installer_id: id,
      company_id: demoCompanies[company].id,
      device_hash: null,
      identifier_hash: null,
      browser: 'chrome',
      system: 'android',
      created_at: time,
      expires_at: new Date(time.getTime() + DAY_MS),
      ended_at: time,
      end_reason: 'logout',
    })
    .execute();
  await trx
    .insertInto('session_tokens')
    .values({
      id: demoUuid(`visit-token:${id}`),
      session_id: session,
      // These aren't real hashes, so no token matches them.
      access_hash: `none-access-${id}`,
      refresh_hash: `none-refresh-${id}`,
      issued_at: time,
      access_expires_at: time,
      refresh_expires_at: time,
      used_at: time,
      rotated_at: null,
    })
    .execute();
}

interface AttributedHistory {
  readonly projects: readonly Insertable<ProjectsTable>[];
  readonly scans: readonly Insertable<ScansTable>[];
  readonly ledger: readonly Insertable<LedgerTable>[];
}

/** Assigns the company's projects, scans and ledger entries to its people in turn. */
export function assignCreators({
  companyId,
  projects,
  scans,
  ledger,
}: DemoHistory): AttributedHistory {
  const crew = Object.values(demoAccounts)
    .map(({ userId: id, company }) => ({ id, company }))
    .concat(demoMembers.filter(({ isActive }) => isActive))
    .filter(({ company }) => demoCompanies[company].id === companyId);
  const creators = new Map(
    projects.map(({ uuid }, index) => [uuid, crew[index % crew.length]?.id ?? null]),
  );
  const findCreator = (project: string | null) =>
    (project === null ? undefined : creators.get(project)) ?? null;
  return {
    projects: projects.map((project) => ({
      ...project,
      created_by: findCreator(project.uuid),
      closed_by: isProjectOpen(project.status) ? null : findCreator(project.uuid),
    })),
    scans: scans.map((scan) => ({ ...scan, created_by: findCreator(scan.projects_id) })),
    ledger: ledger.map((entry) => ({
      ...entry,
      created_by: entry.created_by ?? findCreator(entry.project_uuid ?? null),
    })),
  };
}
