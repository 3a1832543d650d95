import { randomUUID } from 'node:crypto';
import { projectStatus } from '#schemas/project-status.ts';
import type { CertificateIssue } from '#schemas/warranty-certificate.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Starts a demo server with the Polish owner signed in; their company can issue certificates. */
export async function startCertificateServer(
  variables: Record<string, string> = {},
): Promise<TestApp & { readonly token: string }> {
  const server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000', APP_URL: 'https://club.example', ...variables },
    demo: true,
  });
  const { email, region } = demoAccounts.polishOwner;
  return { ...server, token: (await server.signInByEmail(email, region)).token };
}

/** Returns closed projects of the Polish company without a certificate. */
export async function projectsWithoutCertificate({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('uuid')
    .where('company_id', '=', demoAccounts.polishOwner.companyId)
    .where('status', '=', projectStatus.closed)
    .where('warranty_certificate_uuid', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** Returns a valid certificate request, with the given changes. */
export function certificateRequest(project: string, changes: Partial<CertificateIssue> = {}) {
  return {
    project_uuid: project,
    expiration_date: '2036-05-04',
    address: 'ul. Lipowa 12, 32-020 Wieliczka',
    address_details: {
      street: 'ul. Lipowa',
      house_number: '12',
      postal_code: '32-020',
      city: 'Wieliczka',
    },
    products_sum: 3,
    products: [
      {
        category: 'roof-windows',
        products: [
          { name: 'GGL MK06 2070', quantity: 2, details: 'biały' },
          { name: 'GPL MK04', quantity: 1 },
        ],
      },
    ],
    customer_name: 'Łucja Żółć',
    customer_email: `${randomUUID()}@poczta.example`,
    language: 'pl',
    note: 'Zażółć gęślą jaźń',
    ...changes,
  } satisfies CertificateIssue;
}
