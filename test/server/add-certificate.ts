import { randomUUID } from 'node:crypto';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { certificateTags, type CertificateTag } from '#schemas/warranty-certificate.ts';
import { newCertificateNumber } from '#server/certificates/certificate-number.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { type TestApp } from './test-app.ts';

interface CertificateValues {
  readonly name?: string;
  readonly email?: string;
  readonly street?: string;
  readonly city?: string;
  readonly tag?: CertificateTag;
  readonly expires?: string;
  readonly createdAt?: Date;
}

/** Issues a certificate for a project of a country that has none. */
export async function addCertificate(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  region: RegionId,
  values: CertificateValues = {},
) {
  const project = await db
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .leftJoin('warranty_certificates', 'project_uuid', 'projects.uuid')
    .select(['projects.uuid', 'projects.company_id', 'companies.name', 'companies.rev'])
    .where('companies.regions_id', '=', region)
    .where('warranty_certificates.uuid', 'is', null)
    .orderBy('projects.uuid')
    .executeTakeFirstOrThrow();
  const [uuid, number] = [randomUUID(), newCertificateNumber()];
  const at = values.createdAt ?? new Date(clock.now());
  const country = regionCodeOf(region);
  const { company_id } = project;
  const rev = project.rev + 1;
  await db.updateTable('companies').set({ rev }).where('id', '=', company_id).execute();
  await db
    .insertInto('warranty_certificates')
    .values({
      ...{ uuid, number, company_id, rev, op_id: uuid, created_at: at, updated_at: at },
      ...{ user_id: null, project_uuid: project.uuid, tag: values.tag ?? certificateTags.valid },
      address_details: toJsonb({
        ...{ street: values.street ?? 'ul. Długa', house_number: '7', country },
        ...{ postal_code: '30-001', city: values.city ?? 'Kraków' },
      }),
      search_text: '',
      products: toJsonb([
        {
          ...{ category: 'windows', name: 'Roof windows', longevity: 10 },
          products: [{ name: 'GGL MK04', quantity: 2, details: 'Kitchen' }],
        },
      ]),
      ...{ issued_date: '2026-05-04', expiration_date: values.expires ?? '2036-05-04' },
      customer_name: values.name ?? 'Zofia Żak',
      customer_email: values.email ?? 'zofia@customer.example',
      ...{ language: 'en', note: 'Key at the neighbour’s' },
      company: toJsonb({
        ...{ name: project.name, registration_number: null, address: '', postal_code: '' },
        ...{ city: '', region: country },
      }),
    })
    .execute();
  return { id: uuid, number, rev, company: company_id, project: project.uuid };
}
