import { DAY_MS } from '#schemas/durations.ts';
import { addMonths, dayIn } from '#schemas/calendar-day.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { projectStatus } from '#schemas/project-status.ts';
import {
  addressLine,
  type CertificateTag,
  certificateSearchText,
  certificateTags,
  type CertifiedProducts,
} from '#schemas/warranty-certificate.ts';
import { newCertificateNumber } from '../certificates/certificate-number.ts';
import { type CertificatesTable } from '../certificates/certificate-tables.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { demoProductTypes } from './product-catalogue.ts';
import { demoUuid, seededRandom } from './seeded-random.ts';
import { translateAll } from './texts.ts';
import { demoWarranty } from './warranty-catalogue.ts';

/** Days between a project's closing and its certificate. */
const DAYS_TO_ISSUE = 2;

/** Customers of the closed projects with a certificate, newest first. */
const customers: readonly (readonly [name: string, email: string, tag: CertificateTag])[] = [
  ['Katarzyna Wójcik', 'k.wojcik@poczta.example', certificateTags.valid],
  ['Zbigniew Żak', 'zbigniew.zak@poczta.example', certificateTags.inReview],
  ['Małgorzata Święch', 'm.swiech@poczta.example', certificateTags.valid],
  ['Олег Шевчук', 'oleh.shevchuk@mail.example', certificateTags.valid],
  ['Grzegorz Brzęczyszczykiewicz', 'g.brz@poczta.example', certificateTags.rejected],
  ['Łucja Dąbrowska', 'lucja@poczta.example', certificateTags.valid],
];
/** Every second closed project has a certificate, so that testers can issue certificates for the others. */
const INTERVAL = 2;

/**
 * Builds the Polish company's certificates.
 * @param projects the company's projects, newest first
 */
export function buildDemoCertificates(
  company: DemoCompanyKey,
  projects: readonly WithoutRev<ProjectsTable>[],
  scans: readonly WithoutRev<ScansTable>[],
): WithoutRev<CertificatesTable>[] {
  if (company !== demoAccounts.polishOwner.company) return [];
  const closedProjects = projects.filter(({ status }) => status === projectStatus.closed);
  const certifiedProjects = closedProjects
    .filter((_project, index) => index % INTERVAL === 1)
    .slice(0, customers.length);
  return certifiedProjects.flatMap((project, index) => {
    const projectScans = scans.filter(({ projects_id }) => projects_id === project.uuid);
    const customer = customers[index];
    return customer
      ? [buildCertificate(company, project, groupProducts(projectScans), customer)]
      : [];
  });
}

function buildCertificate(
  company: DemoCompanyKey,
  project: WithoutRev<ProjectsTable>,
  products: readonly CertifiedProducts[],
  [name, email, tag]: (typeof customers)[number],
): WithoutRev<CertificatesTable> {
  const {
    id,
    region,
    name: companyName,
    registrationNumber,
    address,
    postalCode,
    city,
  } = demoCompanies[company];
  const issuedAt = Number(project.project_closed) + DAYS_TO_ISSUE * DAY_MS;
  const today = dayIn(region, issuedAt);
  const uuid = demoUuid(`certificate:${project.uuid}`);
  const details = { ...splitAddress(project), country: region };
  const random = seededRandom(Number.parseInt(uuid.slice(0, 8), 16));
  return {
    uuid,
    company_id: id,
    op_id: demoUuid(`certificate-edit:${uuid}`),
    created_at: new Date(issuedAt),
    updated_at: new Date(issuedAt),
    number: newCertificateNumber(() => Math.floor(random() * 32)),
    user_id: demoAccounts.polishOwner.userId,
    project_uuid: project.uuid,
    tag,
    address_details: toJsonb(details),
    search_text: certificateSearchText({ address: addressLine(details), customer_name: name }),
    products: toJsonb(products),
    issued_date: today,
    expiration_date: addMonths(
      today,
      12 * Math.max(...products.map((product) => product.longevity)),
    ),
    customer_name: name,
    customer_email: email,
    language: 'pl',
    note: '',
    company: toJsonb({
      name: companyName,
      registration_number: registrationNumber,
      address,
      postal_code: postalCode,
      city,
      region,
    }),
  };
}

/** Splits the last word, which is the house number, off the street. */
function splitAddress({ street_name, postal_code, city }: WithoutRev<ProjectsTable>) {
  const index = street_name.lastIndexOf(' ');
  return {
    street: street_name.slice(0, index),
    house_number: street_name.slice(index + 1),
    postal_code,
    city,
  };
}

/** Groups the scanned products by category, in the catalogue's order. */
function groupProducts(scans: readonly WithoutRev<ScansTable>[]): CertifiedProducts[] {
  return demoWarranty(translateAll).catalogue.flatMap(
    ({ slug, name, longevity, tier_categories }) => {
      const categoryScans = scans.filter(({ type }) => {
        const category = findTierCategory(demoProductTypes, type);
        return category !== undefined && tier_categories.includes(category);
      });
      const types = Map.groupBy(categoryScans, ({ type, size }) => `${type} ${size}`);
      const products = [...types].map(([product, group]) => ({
        name: product,
        quantity: group.length,
        details: '',
      }));
      if (products.length === 0) return [];
      return [{ category: slug, name: textInLanguage(name, 'pl'), longevity, products }];
    },
  );
}
