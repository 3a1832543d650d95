import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { Language } from '#schemas/languages.ts';
import { getCertificateLabels } from '#server/certificates/certificate-labels.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { readPdf } from '#test/setup/poppler.ts';
import {
  certificateRequest,
  startCertificateServer,
  projectsWithoutCertificate,
} from './certificate-setup.ts';

let server: Awaited<ReturnType<typeof startCertificateServer>>;
let uncertifiedProjects: string[];
beforeAll(async () => {
  server = await startCertificateServer();
  uncertifiedProjects = await projectsWithoutCertificate(server);
});
afterAll(() => server.close());

async function documentOf(changes: Parameters<typeof certificateRequest>[1]) {
  const body = certificateRequest(uncertifiedProjects.pop() ?? '', changes);
  const { result } = await server.call(calls.createCertificate, { body }, server.token);
  const response = await fileOf(result.uuid);
  expect(response.headers['content-type']).toBe('application/pdf');
  return { certificate: result, read: readPdf(response.rawPayload), bytes: response.rawPayload };
}

function fileOf(uuid: string, token: string | null = server.token) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const url = `/files/pdf/${uuid}${demoAccounts.polishOwner.companyId}.pdf`;
  return server.app.inject({ url, headers });
}

test.each<[Language, string, string]>([
  ['pl', 'Zażółć Gęślą-Jaźń', 'Kraków'],
  ['bg', 'Щилян Ъгълов', 'Велико Търново'],
  ['uk', 'Їжакевич Ґалаґан Єва', 'Хмельницький'],
  ['lt', 'Žydrūnas Ąžuolas Šėža', 'Šiauliai'],
  ['en', 'Αθηνά Θεμιστοκλή, Şebnem Iğdır', 'Θεσσαλονίκη'],
])('in %s every letter is printed and can be extracted', async (language, customer, city) => {
  const details = { street: 'Główna', house_number: '1', postal_code: '10-100', city };
  const { certificate, read } = await documentOf({
    language,
    customer_name: customer,
    address_details: details,
  });
  for (const text of [customer, city, certificate.number, 'Dachy Nowak', 'GGL MK06 2070']) {
    expect(read.text).toContain(text);
  }
  expect(read.info.get('Title')).toBe(
    `${getCertificateLabels(language).labels.title} ${certificate.number}`,
  );
  expect(read.info.get('Page size')).toContain('A4');
  // Both fonts are embedded as subsets.
  expect(read.fonts).toHaveLength(2);
  for (const font of read.fonts) expect(font).toMatch(/^[A-Z]{6}\+NotoSans-\w+ .* yes yes yes /);
  expect(read.pages).toHaveLength(1);
  for (const { width, height, ink } of read.pages) {
    expect(height / width).toBeCloseTo(Math.SQRT2, 1);
    expect(ink).toBeGreaterThan(0.02);
    expect(ink).toBeLessThan(0.4);
  }
});

test('a certificate has as many numbered pages as it needs, none of them empty', async () => {
  const products = Array.from({ length: 50 }, (_one, index) => ({
    name: `GGL ${index} ${'bardzo długa nazwa '.repeat(3)}`,
    quantity: 9999,
    details: 'szczegóły '.repeat(20).trim(),
  }));
  const groups = ['roof-windows', 'blinds'].map((category) => ({ category, products }));
  const { read, bytes } = await documentOf({
    products: groups,
    note: Array.from({ length: 40 }, (_line, index) => `Wiersz ${index}`).join('\n'),
  });
  const count = Number(read.info.get('Pages'));
  expect(count).toBeGreaterThan(4);
  for (let index = 1; index <= count; index += 1)
    expect(read.text).toContain(`Strona ${index} z ${count}`);
  for (const { ink } of read.pages) expect(ink).toBeGreaterThan(0.005);
  for (const text of ['Okna dachowe', 'Rolety i żaluzje', 'GGL 49', 'Wiersz 39', 'Warunki']) {
    expect(read.text).toContain(text);
  }
  expect(bytes.toString('latin1')).toContain('/Lang (pl)');
});

test('letters in older data that the font lacks are omitted instead of being printed as boxes', async () => {
  const { uuid } = await server.db
    .selectFrom('warranty_certificates')
    .select('uuid')
    .where('company_id', '=', demoAccounts.polishOwner.companyId)
    .where('language', '=', 'pl')
    .executeTakeFirstOrThrow();
  const company = JSON.stringify({ name: '🏠 Dachy 屋根 Wrona ❤️', city: 'Kraków 🏰' });
  const printedTo = async (customer_email: string) => {
    await server.db
      .updateTable('warranty_certificates')
      .set({ customer_email, company: sql`company || ${company}::jsonb` })
      .where('uuid', '=', uuid)
      .execute();
    return readPdf((await fileOf(uuid)).rawPayload);
  };
  const pdf = await printedTo("o'neil@xn--d-uga0v4h.pl");
  expect(pdf.text).toContain('Dachy Wrona');
  expect(pdf.text).not.toMatch(/[\p{Co}\p{Extended_Pictographic}屋根\uFFFD]/u);
  expect(pdf.info.get('Author')).toBe('Dachy Wrona');
  expect(pdf.text).toContain("o'neil@łódź.pl");
  // The font lacks the letters of this domain, so the stored punycode form is printed.
  const email = 'jan@xn--r8jz45g.xn--zckzah';
  expect((await printedTo(email)).text).toContain(email);
});

test('a certificate is the same document each time it is requested', async () => {
  const { certificate, bytes } = await documentOf({});
  await server.db.updateTable('companies').set({ name: 'Another name' }).execute();
  server.clock.advance(60_000);
  expect((await fileOf(certificate.uuid)).rawPayload.equals(bytes)).toBe(true);
});

test('security 17: a certificate is visible only to its company', async () => {
  const { uuid } = await server.db
    .selectFrom('warranty_certificates')
    .select('uuid')
    .executeTakeFirstOrThrow();
  expect((await fileOf(uuid)).statusCode).toBe(200);
  expect((await fileOf(uuid, null)).statusCode).toBe(401);
  const { email, region, companyId } = demoAccounts.czechOwner;
  const { token } = await server.signInByEmail(email, region);
  expect((await fileOf(uuid, token)).statusCode).toBe(404);
  for (const name of [`${uuid}${companyId}.pdf`, `${uuid}.pdf`, `${uuid}${companyId}`, 'x.pdf']) {
    const url = `/files/pdf/${name}`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.app.inject({ url, headers })).statusCode).toBe(404);
  }
});
