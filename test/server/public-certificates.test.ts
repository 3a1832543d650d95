import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { readPdf } from '#test/setup/poppler.ts';
import {
  certificateRequest,
  startCertificateServer,
  projectsWithoutCertificate,
} from './certificate-setup.ts';

let server: Awaited<ReturnType<typeof startCertificateServer>>;
beforeAll(async () => {
  server = await startCertificateServer();
});
afterAll(() => server.close());

describe('the public page', () => {
  const openPage = (number: string, app = server.app) => app.inject({ url: `/c/${number}` });

  test('shows the products and the end date of a certificate, and nothing about the customer', async () => {
    const [project = ''] = await projectsWithoutCertificate(server);
    const body = certificateRequest(project, {
      customer_name: 'Jan <b>Kot</b>',
      expiration_date: '2027-05-04',
    });
    const { number } = (await server.call(calls.createCertificate, { body }, server.token)).result;
    const page = await openPage(number);
    expect(page.statusCode).toBe(200);
    for (const text of [
      'autentyczny i ważny',
      'Dachy Nowak',
      'GGL MK06 2070',
      '4 maja 2027',
      '10 lat',
    ]) {
      expect(page.body).toContain(text);
    }
    for (const privateText of ['Kot', body.customer_email, 'Lipowa'])
      expect(page.body).not.toContain(privateText);
    expect((await openPage(number.toLowerCase())).statusCode).toBe(200);
    server.clock.advance(366 * DAY_MS);
    expect((await openPage(number)).body).toContain('stracił ważność');
    server.clock.advance(-366 * DAY_MS);
  });

  test('in Serbian uses Latin script, like the document', async () => {
    const body = certificateRequest((await projectsWithoutCertificate(server))[0] ?? '', {
      language: 'sr',
    });
    const { result } = await server.call(calls.createCertificate, { body }, server.token);
    const { rawPayload: bytes } = await server.app.inject({
      url: `/files/pdf/${result.uuid}${demoAccounts.polishOwner.companyId}.pdf`,
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(bytes.toString('latin1')).toContain('/Lang (sr-Latn)');
    const page = (await openPage(result.number)).body;
    expect(page).toContain('<html lang="sr-Latn">');
    for (const text of [readPdf(bytes).text, page]) {
      expect(text).toContain('4. maj 2036.');
      expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
    }
  });

  test('rejects unknown numbers, and can’t be used to enumerate them', async () => {
    for (const number of ['AAAA-BBBB-CCCC-DDDD', '1', '%00', "' or 1=1"]) {
      const { statusCode } = await openPage(encodeURIComponent(number));
      expect(statusCode).toBe(404);
    }
    const limitedServer = await startCertificateServer({ RATE_LIMIT_FACTOR: '1' });
    const statuses = new Set<number>();
    for (let index = 0; index < 61; index += 1)
      statuses.add((await openPage('AAAA-BBBB-CCCC-DDDD', limitedServer.app)).statusCode);
    expect(statuses).toEqual(new Set([404, 429]));
    await limitedServer.close();
  });
});
