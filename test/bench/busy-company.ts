import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { projectSearchText } from '#schemas/text-search.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { LeadStatus } from '#schemas/lead-status.ts';
import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { nextRevs } from '#server/db/changes.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/tables.ts';

/** Rows per insert statement. */
const ROWS = 250;

/** Project kinds, used in turn; streets and towns make the projects distinct. */
const projectKinds: readonly { status: ProjectStatusId; street: string }[] = [
  { status: projectStatus.inProgress, street: 'ul. Otwarta' },
  { status: projectStatus.closed, street: 'ul. Zamknięta' },
  { status: projectStatus.closed, street: 'ul. Dawna' },
  { status: projectStatus.inReview, street: 'ul. Sprawdzana' },
  { status: projectStatus.lost, street: 'ul. Zgubiona' },
];
const leadKinds: readonly { status: LeadStatus; name: string }[] = [
  { status: 'new', name: 'Nowak' },
  { status: 'interested', name: 'Chętna' },
  { status: 'not-interested', name: 'Inna' },
  { status: 'time-out', name: 'Spóźniona' },
];

/**
 * Inserts years of a company's work into a stopped server's database, as changes that devices will
 * pull.
 * @param directory of the embedded database
 */
export async function fillCompany(
  directory: string,
  companyId: string,
  { projects, leads }: { projects: number; leads: number },
): Promise<void> {
  const { db, close } = await openDatabase({ url: null, directory });
  try {
    await db.transaction().execute(async (trx) => {
      await addProjects(trx, companyId, projects);
      await addLeads(trx, companyId, leads);
    });
  } finally {
    await close();
  }
}

async function addProjects(trx: Transaction<Database>, company_id: string, count: number) {
  const firstRev = await nextRevs(trx, company_id, count);
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const { status, street } = kindOf(projectKinds, index);
    const isOpen = status === projectStatus.inProgress;
    const created_at = new Date(now - (index % 700) * DAY_MS);
    const address = {
      name: '',
      street_name: `${street} ${index}`,
      postal_code: `31-${String(index % 1000).padStart(3, '0')}`,
      city: 'Kraków',
    };
    return {
      uuid: randomUUID(),
      company_id,
      rev: firstRev + index,
      op_id: randomUUID(),
      created_at,
      updated_at: created_at,
      ...address,
      search_text: projectSearchText(address),
      status,
      project_closed: isOpen ? null : created_at,
      expires_at: isOpen ? new Date(now + 90 * DAY_MS) : null,
      warranty_certificate_uuid: null,
      survey: sql`'[]'::jsonb`,
      survey_response: null,
      closing_op_id: null,
    };
  });
  for (const part of chunks(rows)) await trx.insertInto('projects').values(part).execute();
}

async function addLeads(trx: Transaction<Database>, company_id: string, count: number) {
  const firstRev = await nextRevs(trx, company_id, count);
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const { status, name } = kindOf(leadKinds, index);
    const created_at = new Date(now - (index % 300) * DAY_MS);
    const customer = {
      FirstName: 'Ewa',
      LastName: `${name} ${index}`,
      StreetHouseNumber: `ul. Wiślna ${index}`,
      PostalCode: '31-007',
      City: 'Kraków',
    };
    return {
      uuid: randomUUID(),
      company_id,
      rev: firstRev + index,
      op_id: randomUUID(),
      created_at,
      updated_at: created_at,
      status,
      expires_on: status === 'new' ? new Date(now + 3 * DAY_MS) : null,
      customer_info: sql`${JSON.stringify(customer)}::jsonb`,
      mobile: '+48600100203',
      mobile_phone: '',
      email: 'ewa@customer.example',
      windows: 1 + (index % 6),
      products: sql`'[]'::jsonb`,
      extras: sql`${JSON.stringify({ Notes: '', CustomerRequested: 'an offer' })}::jsonb`,
      notes: '',
      installation_day: null,
      project_id: null,
      moved_by: 'operator' as const,
      mover_id: null,
      moved_at: created_at,
    };
  });
  for (const part of chunks(rows)) await trx.insertInto('leads').values(part).execute();
}

function kindOf<Kind>(kinds: readonly Kind[], index: number): Kind {
  const kind = kinds[index % kinds.length];
  if (!kind) throw new Error('The list of kinds is empty.');
  return kind;
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
    rows.slice(index * ROWS, (index + 1) * ROWS),
  );
}
