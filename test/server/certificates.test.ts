import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { CertificateIssue } from '#schemas/warranty-certificate.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { type ApiFailure } from '#server/http/failure.ts';
import { deleteProject } from '#server/projects/change-project-status.ts';
import {
  certificateRequest,
  startCertificateServer,
  projectsWithoutCertificate,
} from './certificate-setup.ts';

const { companyId, email, region } = demoAccounts.polishOwner;
let server: Awaited<ReturnType<typeof startCertificateServer>>;
let uncertifiedProjects: string[];
beforeAll(async () => {
  server = await startCertificateServer();
  uncertifiedProjects = await projectsWithoutCertificate(server);
});
afterAll(() => server.close());

/** Takes a closed project that no other test uses. */
function nextProject(): string {
  const project = uncertifiedProjects.pop();
  if (project === undefined) throw new Error('The demo has too few closed projects.');
  return project;
}

function issue(body: CertificateIssue, accessToken = server.token, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.call(calls.createCertificate, { body, headers }, accessToken);
}

/**
 * Sends due messages.
 * @returns those sent to an address, with attachments
 */
async function sentTo(address: string, sender = server) {
  await sender.services.messages.sendDue();
  return sender.delivery.messages().filter(({ to }) => to === address);
}

function list(query: Record<string, unknown> = {}) {
  return server.call(calls.listCertificates, { query }, server.token);
}

describe('issuing', () => {
  test('creates the certificate, updates its project, and sends the document to the customer', async () => {
    const project = nextProject();
    const body = certificateRequest(project);
    const { status, result } = await issue(body);
    expect(status).toBe(201);
    expect(result).toMatchObject({
      tag: 1,
      project_uuid: project,
      address: 'ul. Lipowa 12, 32-020 Wieliczka',
      address_details: { country: 'PL' },
      products_sum: 3,
      issued_date: '2026-05-04',
      products: [{ category: 'roof-windows', name: 'Okna dachowe', longevity: 10 }],
    });
    expect(result.number).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
    const { result: listedProject } = await server.call(
      calls.getProject,
      { params: { id: project } },
      server.token,
    );
    expect(listedProject.warranty_certificate_uuid).toBe(result.uuid);

    const [message] = await sentTo(body.customer_email);
    const link = `https://club.example/c/${result.number}`;
    expect(message).toMatchObject({
      template: 'certificate',
      data: { number: result.number, link },
    });
    const [file] = message?.attachments ?? [];
    expect(Buffer.from(file?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(server.log.join('')).not.toContain(body.customer_email);
  });

  test('for one project ten times concurrently creates and sends one certificate', async () => {
    const body = certificateRequest(nextProject());
    const responses = await Promise.all(Array.from({ length: 10 }, () => issue(body)));
    const codes = responses.map(({ status, code }) => code ?? String(status)).toSorted();
    expect(codes).toEqual(['201', ...Array.from({ length: 9 }, () => 'certificate_exists')]);
    expect(await sentTo(body.customer_email)).toHaveLength(1);
  });

  test('again with the same key returns the same certificate, and sends nothing', async () => {
    const body = certificateRequest(nextProject());
    const key = randomUUID();
    const first = await issue(body, server.token, key);
    const repeatedResponse = await issue(body, server.token, key);
    expect(repeatedResponse.result).toEqual(first.result);
    expect(await sentTo(body.customer_email)).toHaveLength(1);
    expect((await issue({ ...body, note: 'x' }, server.token, key)).code).toBe('key_reused');
  });

  test('again after midnight returns the same certificate, even with the shortest validity', async () => {
    const body = certificateRequest(nextProject(), { expiration_date: '2026-11-04' });
    const key = randomUUID();
    const first = await issue(body, server.token, key);
    expect(first.status).toBe(201);
    const start = server.clock.now();
    server.clock.advance(DAY_MS);
    const { token } = await server.signInByEmail(email, region);
    const repeatedResponse = await issue(body, token, key);
    const otherResponse = await issue(body, token, randomUUID());
    server.clock.set(start);
    expect(repeatedResponse.result).toEqual(first.result);
    expect(otherResponse.code).toBe('validity_too_short');
  });
});

describe('an invalid certificate', () => {
  test.each<[string, Partial<CertificateIssue>, string, string]>([
    [
      'an end date a day before the minimum',
      { expiration_date: '2026-11-03' },
      'validity_too_short',
      'body.expiration_date',
    ],
    [
      'an end date that doesn’t exist',
      { expiration_date: '2030-02-30' },
      'invalid_input',
      'body.expiration_date',
    ],
    [
      'a product with quantity 0',
      { products: [{ category: 'blinds', products: [{ name: 'BDK', quantity: 0 }] }] },
      'invalid_input',
      'body.products.0.products.0.quantity',
    ],
    [
      'a product with quantity 10,000',
      { products: [{ category: 'blinds', products: [{ name: 'BDK', quantity: 10_000 }] }] },
      'invalid_input',
      'body.products.0.products.0.quantity',
    ],
    [
      'a product twice',
      {
        products: [
          {
            category: 'blinds',
            products: [
              { name: 'BDK MK06', quantity: 1 },
              { name: ' bdk  mk06', quantity: 2 },
            ],
          },
        ],
      },
      'product_twice',
      'body.products.0.products.1',
    ],
    [
      'a category without settings',
      { products: [{ category: 'doors', products: [{ name: 'D', quantity: 1 }] }] },
      'category_unknown',
      'body.products.0.category',
    ],
    ['no products', { products: [] }, 'invalid_input', 'body.products'],
    [
      'characters that the fonts lack',
      { customer_name: '王小明' },
      'characters_unprintable',
      'body.customer_name',
    ],
  ])('is rejected: %s', async (_name, changes, code, field) => {
    const response = await issue(certificateRequest(uncertifiedProjects[0] ?? '', changes));
    expect(response.errors).toMatchObject([{ code, field }]);
  });
});

describe('the rules for issuing', () => {
  test('accept the shortest allowed period', async () => {
    expect(
      (await issue(certificateRequest(nextProject(), { expiration_date: '2026-11-04' }))).status,
    ).toBe(201);
  });

  test('need a closed, existing project of the company', async () => {
    const createResponse = await server.call(
      calls.createProject,
      { body: { streetName: 'Pusta 1', postalCode: '00-001' } },
      server.token,
    );
    const { uuid } = createResponse.result;
    expect((await issue(certificateRequest(uuid))).code).toBe('project_not_closed');
    await deleteProject(uuid, companyId, server.services);
    expect(await issue(certificateRequest(uuid))).toMatchObject({
      status: 404,
      code: 'project_not_found',
    });
    const foreignProject = await server.db
      .selectFrom('projects')
      .select('uuid')
      .where('company_id', '=', demoAccounts.romanianOwner.companyId)
      .where('status', '=', 2)
      .executeTakeFirstOrThrow();
    expect(await issue(certificateRequest(foreignProject.uuid))).toMatchObject({ status: 404 });
  });

  test('never allow a certificate for a project that is deleted at the same time', async () => {
    const createResponse = await server.call(
      calls.createProject,
      { body: { streetName: 'Pusta 2', postalCode: '00-001' } },
      server.token,
    );
    const { uuid } = createResponse.result;
    const body = certificateRequest(uuid);
    const [responses] = await Promise.all([
      Promise.all([issue(body), issue(body), issue(body)]),
      deleteProject(uuid, companyId, server.services),
    ]);
    for (const { code } of responses) expect(code).toMatch(/^project_not_(found|closed)$/);
    const storedRows = await server.db
      .selectFrom('warranty_certificates')
      .select('uuid')
      .where('project_uuid', '=', uuid)
      .execute();
    expect(storedRows).toEqual([]);
    expect(await sentTo(body.customer_email)).toEqual([]);

    // A concurrent deletion fails too, because the project is closed.
    const closedProject = nextProject();
    const [{ status }, deletion] = await Promise.all([
      issue(certificateRequest(closedProject)),
      deleteProject(closedProject, companyId, server.services).catch((error: ApiFailure) => error),
    ]);
    expect(status).toBe(201);
    expect(deletion).toMatchObject({ code: 'project_not_open' });
  });

  test('require the feature, which all companies in Romania have, and elsewhere the recommended ones', async () => {
    const tokenOf = async (key: 'romanianOwner' | 'czechOwner' | 'decorOwner') => {
      const { email, region } = demoAccounts[key];
      return (await server.signInByEmail(email, region)).token;
    };
    const body = certificateRequest(randomUUID());
    expect((await issue(body, await tokenOf('romanianOwner'))).code).toBe('project_not_found');
    expect((await issue(body, await tokenOf('czechOwner'))).code).toBe('forbidden');
    expect((await issue(body, await tokenOf('decorOwner'))).code).toBe('forbidden');
  });
});

describe('the list', () => {
  test('covers three years, by year and month, newest first', async () => {
    const { data } = (await list({ limit: 100 })).result;
    const years = new Set(data.map(({ issued_date }) => issued_date.slice(0, 4)));
    expect(years).toEqual(new Set(['2026', '2025', '2024']));
    const listOf2025 = (await list({ year: 2025 })).result.data;
    expect(listOf2025.length).toBeGreaterThan(0);
    for (const { issued_date } of listOf2025) expect(issued_date.slice(0, 4)).toBe('2025');
    const listOfMay = (await list({ year: 2026, month: 5 })).result;
    expect(listOfMay.data.length).toBeGreaterThan(0);
    for (const { issued_date } of listOfMay.data) expect(issued_date.slice(0, 7)).toBe('2026-05');
    expect((await list({ year: 2024 })).code).toBe('invalid_input');
  });

  test('finds addresses without diacritics', async () => {
    await issue(
      certificateRequest(nextProject(), {
        address_details: {
          street: 'ul. Łąkowa',
          house_number: '7',
          postal_code: '90-001',
          city: 'Łódź',
        },
      }),
    );
    const matches = (await list({ address: 'lodz lakowa', limit: 3 })).result.data;
    expect(matches.map(({ address }) => address)).toEqual(['ul. Łąkowa 7, 90-001 Łódź']);
    expect((await list({ address: '%' })).result.data).toEqual([]);
  });

  test('of projects can be limited to closed ones without a certificate', async () => {
    const query = { status: 'closed' as const, has_warranty_certificate: 0 as const, limit: 10 };
    const { data } = (await server.call(calls.listProjects, { query }, server.token)).result;
    expect(data.map(({ uuid }) => uuid).toSorted()).toEqual(
      (await projectsWithoutCertificate(server)).slice(0, 10).toSorted(),
    );
  });
});

test('the catalogue is in the person’s language and has end dates', async () => {
  const { data } = (await server.call(calls.listCertificateCategories, {}, server.token)).result;
  expect(data[0]).toMatchObject({
    slug: 'roof-windows',
    name: 'Okna dachowe',
    longevity: 10,
    expires_on: '2036-05-04',
  });
});

test('a certificate can be resent to any address, up to ten times a day', async () => {
  const strictServer = await startCertificateServer({ RATE_LIMIT_FACTOR: '1' });
  const { data } = (
    await strictServer.call(calls.listCertificates, { query: {} }, strictServer.token)
  ).result;
  const id = data[0]?.uuid ?? '';
  const customer_email = 'nowy@poczta.example';
  const request = () =>
    strictServer.call(
      calls.resendCertificate,
      { params: { id }, body: { customer_email } },
      strictServer.token,
    );
  for (let times = 0; times < 10; times += 1) expect((await request()).status).toBe(200);
  expect((await request()).code).toBe('too_many_requests');
  expect(await sentTo(customer_email, strictServer)).toHaveLength(10);
  await strictServer.close();
});
