import { sql } from 'kysely';
import { dayIn } from '#schemas/calendar-day.ts';
import {
  type CertificateVerdict,
  type ListedCertificate,
} from '#schemas/operator/certificate-calls.ts';
import { certificateVerdicts } from '#schemas/operator/list-choices.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import {
  type AddressDetails,
  type CertificateTag,
  certificateTags,
} from '#schemas/warranty-certificate.ts';
import { readsPersonalData } from '../companies/personal-data.ts';
import { readNamedPage } from '../console/full-names.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { chosenRegions, type ScopedQueries } from '../console/operator-scope.ts';
import { type selectPageKeys } from '../console/region-page.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type CertificateRow } from './certificate-row.ts';

type Query = OperatorInput<typeof operatorCalls.listCertificates>['query'];

const tagsByVerdict: Readonly<Record<CertificateVerdict, CertificateTag>> = {
  valid: certificateTags.valid,
  in_review: certificateTags.inReview,
  rejected: certificateTags.rejected,
};
export const toTag = (verdict: CertificateVerdict): CertificateTag => tagsByVerdict[verdict];
/** Returns the verdict for a tag. */
export const toVerdict = (tag: CertificateTag): CertificateVerdict =>
  certificateVerdicts.find((verdict) => tagsByVerdict[verdict] === tag) ?? 'valid';

/** Lists certificates in the order of their country's index, newest first unless the operator reverses the order. */
export const listCertificates: OperatorHandler<typeof operatorCalls.listCertificates> = async (
  { query, operator },
  services,
) => {
  const regions = chosenRegions(operator, query.region);
  // Streets and customers are only searched if the operator is allowed to read them.
  const canReadAll = regions.every((region) => readsPersonalData(operator, region));
  const list = certificateList(query, matchWords(query, canReadAll));
  const now = services.clock.now();
  return readNamedPage(services, { query, operator }, list, {
    load: (ids, queries) =>
      selectCertificates(queries).where('warranty_certificates.uuid', '=', anyUuid(ids)).execute(),
    idOf: ({ uuid }) => uuid,
    describe: (row, reader) =>
      toListedCertificate(row, readsPersonalData(reader, row.region_id), now),
  });
};

/** Search condition; undefined without a search. Exported for the query-plan test. */
export function matchWords({ search = '' }: Pick<Query, 'search'>, canReadAll: boolean) {
  if (search === '') return undefined;
  const column = sql.ref(`warranty_certificates.${canReadAll ? 'personal_words' : 'words'}`);
  return sql<boolean>`${column} @@ words_query(${search})`;
}

/** Query for the list. Exported for the query-plan test. */
export function certificateList(
  { verdict, sort = '-at' }: Pick<Query, 'verdict' | 'sort'>,
  words?: ReturnType<typeof matchWords>,
): Parameters<typeof selectPageKeys<'warranty_certificates'>>[2] {
  return {
    table: 'warranty_certificates',
    keys: ['created_at', 'uuid'],
    isDescending: sort === '-at',
    where: (rows) =>
      rows
        // Repeats the condition of the partial index, so that PostgreSQL uses it.
        .where(sql<boolean>`not warranty_certificates.deleted`)
        .$if(verdict !== undefined, (list) =>
          list.where('warranty_certificates.tag', '=', tagsByVerdict[verdict ?? 'valid']),
        ),
    ...{ searchCondition: words, rowCondition: words },
  };
}

/** Query for certificates with their company's current name. */
export function selectCertificates(queries: ScopedQueries) {
  return queries
    .selectFrom('warranty_certificates')
    .innerJoin('companies', 'companies.id', 'warranty_certificates.company_id')
    .selectAll('warranty_certificates')
    .select('companies.name as company_name')
    .where('warranty_certificates.deleted', '=', false);
}

type CertificateWithCompany = CertificateRow & { readonly company_name: string };

/** Street and house number of a certificate. */
export function formatStreet(row: Pick<CertificateRow, 'address_details'>): string {
  // Written only by `issueCertificate`, from validated input.
  const { street, house_number } = row.address_details as AddressDetails;
  return `${street} ${house_number}`;
}

/** Maps a certificate to a row of the list. */
export function toListedCertificate(
  row: CertificateWithCompany,
  canReadAll: boolean,
  now: number,
): ListedCertificate {
  const { postal_code, city } = row.address_details as AddressDetails;
  return {
    id: row.uuid,
    number: row.number,
    verdict: toVerdict(row.tag),
    region: row.region_id,
    company: { id: row.company_id, name: row.company_name },
    street: canReadAll ? formatStreet(row) : '',
    postal_code,
    city,
    issued_on: row.issued_date,
    expires_on: row.expiration_date,
    is_expired: row.expiration_date < dayIn(regionCodeOf(row.region_id), now),
    created_at: row.created_at.toISOString(),
  };
}
