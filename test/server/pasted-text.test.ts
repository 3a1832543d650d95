import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type Registration } from '#schemas/registration.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { registrationOf, removeRegistrations } from './registration-form.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await loadDemoSettings(server.db);
});
afterAll(() => server.close());

afterEach(() => removeRegistrations(server));

function register(body: Registration) {
  return server.call(calls.registerCompany, { body });
}
const problems = ({
  errors,
}: {
  errors: readonly { code: string; field?: string | undefined }[];
}) => errors.map(({ code, field }) => `${field} ${code}`);

describe('text pasted into a registration', () => {
  const invisible = '\u200B';

  test('is stored without invisible characters, and an international domain in punycode', async () => {
    const { status, result } = await register(
      registrationOf({
        company: {
          name: `${invisible}Dachy\u00A0Wójcik\u2060`,
          address: `\u202Aul. Lipowa 12\u202C`,
          city: `War\u00ADszawa`,
        },
        installer: { name: `Ewa${invisible}`, email: `Ewa.O’Neil@ŁÓDŹ.pl${invisible}` },
      }),
    );
    expect(status).toBe(201);
    const { token } = await server.signInByEmail("ewa.o'neil@xn--d-uga0v4h.pl", 'PL');
    const { result: user } = await server.call(calls.getSignedInUser, {}, token);
    expect(user).toMatchObject({
      uuid: result.user_id,
      name: 'Ewa',
      email: "ewa.o'neil@xn--d-uga0v4h.pl",
      company: { name: 'Dachy Wójcik', address: 'ul. Lipowa 12', city: 'Warszawa' },
    });
  });

  test('is rejected if nothing is left of it', async () => {
    const rejectedResponse = await register(
      registrationOf({
        company: { name: invisible.repeat(8), city: `${invisible} \u2060` },
        installer: { surname: '\u2066\u2069', email: invisible },
      }),
    );
    expect(problems(rejectedResponse).map((problem) => problem.split(' ')[0])).toEqual([
      'body.company.name',
      'body.company.city',
      'body.installer.surname',
      'body.installer.email',
    ]);
  });

  test('is rejected, with its field, if certificates can’t print it', async () => {
    const rejectedResponse = await register(registrationOf({ company: { name: 'Dachy 🏠🏠' } }));
    expect(problems(rejectedResponse)).toEqual(['body.company.name characters_unprintable']);
    const city = await register(registrationOf({ company: { city: '北京' } }));
    expect(problems(city)).toEqual(['body.company.city characters_unprintable']);
  });

  test('is normalized before it is compared with existing data', async () => {
    await register(registrationOf({ installer: { email: 'jan@łódź.pl' } }));
    for (const email of ['jan@xn--d-uga0v4h.pl', 'JAN@Łódź.PL', `${invisible}jan@łódź.pl`]) {
      const { result } = await server.call(calls.validateCompany, {
        query: { region_id: 10, email },
      });
      expect(result).toEqual({ result: 'fail' });
    }
  });
});
