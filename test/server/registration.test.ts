import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type Registration } from '#schemas/registration.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { czechRegistrationOf, registrationOf, removeRegistrations } from './registration-form.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await loadDemoSettings(server.db);
});
afterAll(() => server.close());

afterEach(() => removeRegistrations(server));

function register(body: Registration, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return server.call(calls.registerCompany, { body, headers });
}
const problems = ({
  errors,
}: {
  errors: readonly { code: string; field?: string | undefined }[];
}) => errors.map(({ code, field }) => `${field} ${code}`);

describe('a company that registers', () => {
  test('has an owner who can sign in, welcome points, consents and the survey’s answers', async () => {
    const body = registrationOf({ invite: 'from-a-friend' });
    const { status, result } = await register(body);
    expect(status).toBe(201);
    expect(result.welcome_points).toBe(1000);

    const { token } = await server.signInByEmail('ewa@dachy-wojcik.example', 'PL');
    const { result: user } = await server.call(calls.getSignedInUser, {}, token);
    expect(user).toMatchObject({
      uuid: result.user_id,
      name: 'Ewa',
      surname: 'Wójcik',
      email: 'ewa@dachy-wojcik.example',
      phone: '+48512345678',
      role: { id: 3 },
      languages_id: 10,
      email_consent: true,
      phone_consent: false,
      verified_email_at: null,
      options: '{"hasAgreedToTerms":true}',
      company: {
        uuid: result.company_id,
        name: 'Dachy Wójcik',
        address: 'ul. Lipowa 12',
        registration_number: '5250001234',
        registration_number_2: null,
        active: 1,
        accepts_leads: 1,
        availability: 0,
      },
    });
    const { result: points } = await server.call(
      calls.getPointsSummary,
      { params: { id: result.company_id } },
      token,
    );
    expect(points).toMatchObject({ company_points: 0, points: { reserved: 1000 } });
    const { result: history } = await server.call(calls.listPointsHistory, { query: {} }, token);
    expect(history.data).toEqual([]);
    const company = await server.db
      .selectFrom('companies')
      .select(['survey', 'invite'])
      .where('id', '=', result.company_id)
      .executeTakeFirstOrThrow();
    expect(company).toEqual({ survey: body.company.survey, invite: 'from-a-friend' });
    const challenge = await server.call(calls.requestSignInCode, {
      body: { phone: '512345678', region: 'PL' },
    });
    expect(challenge.result.has_survey).toBe(true);
  });

  test('as a decor company has a decor owner and the decor survey', async () => {
    const { result } = await register(registrationOf({ installer: { is_decor_installer: true } }));
    const { token } = await server.signInByEmail('ewa@dachy-wojcik.example', 'PL');
    const { result: user } = await server.call(calls.getSignedInUser, {}, token);
    expect(user).toMatchObject({ uuid: result.user_id, role: { id: 7 } });
    const wrongSurvey = registrationOf({
      company: { survey: registrationOf().company.survey },
      installer: { is_decor_installer: true, email: 'b@example.com', phone: '513345678' },
    });
    expect(problems(await register(wrongSurvey))).toEqual([
      'body.company.survey survey_incomplete',
    ]);
  });
});

describe('a company that registers twice', () => {
  test('is created once if the response is lost and the request is resent', async () => {
    const key = randomUUID();
    const [first, second] = [
      await register(registrationOf(), key),
      await register(registrationOf(), key),
    ];
    expect(second.status).toBe(201);
    expect(second.result).toEqual(first.result);
    const changeResponse = await register(registrationOf({ company: { city: 'Łódź' } }), key);
    expect([changeResponse.status, changeResponse.code]).toEqual([422, 'key_reused']);
  });

  test('is created once by two concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => register(registrationOf())));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    for (const response of responses.filter(({ status }) => status === 409)) {
      expect(problems(response)).toEqual([
        'body.installer.email installer_exists',
        'body.company.registration_number registration_number_taken',
      ]);
    }
  });
});

describe('taken values', () => {
  test('are all named, field by field', async () => {
    await register(czechRegistrationOf());
    const response = await register(
      czechRegistrationOf({
        company: { registration_number: '270 743 58', registration_number_2: 'cz 27074358' },
        installer: { email: accounts.polishOwner.email, phone: '+420603456789' },
      }),
    );
    expect(response.status).toBe(409);
    expect(problems(response)).toEqual([
      'body.installer.email email_taken',
      'body.installer.phone phone_taken',
      'body.company.registration_number registration_number_taken',
      'body.company.registration_number_2 registration_number_taken',
    ]);
    // The rejected registration wrote no rows.
    const companies = await server.db
      .selectFrom('companies')
      .select('id')
      .where('regions_id', '=', 4)
      .execute();
    expect(companies).toHaveLength(2);
  });

  test('are unique only within a country', async () => {
    await register(czechRegistrationOf());
    const slovakForm = czechRegistrationOf({
      company: { regions_id: 13 },
      installer: { email: 'jana@example.com', phone: '+421903456789' },
    });
    expect((await register(slovakForm)).status).toBe(201);
  });

  test.each([
    ['registration_number', '270 743 58', 'fail'],
    ['registration_number', '27074359', 'pass'],
    ['registration_number_2', 'cz27074358', 'fail'],
    ['phone', '603 456 789', 'fail'],
    ['phone', '+420603456780', 'pass'],
    ['phone', 'abc', 'pass'],
    ['email', 'EWA@dachy-wojcik.example', 'fail'],
    ['email', 'ewa@example.com', 'pass'],
  ] as const)('validate of %s %s: %s', async (field, value, result) => {
    await register(czechRegistrationOf());
    const response = await server.call(calls.validateCompany, {
      query: { region_id: 4, [field]: value },
    });
    expect(response.result).toEqual({ result });
  });

  test('validate accepts exactly one field', async () => {
    const withoutNumber = await server.call(calls.validateCompany, { query: { region_id: 4 } });
    const twoNumbers = await server.call(calls.validateCompany, {
      query: { region_id: 4, email: 'a@example.com', phone: '603456789' },
    });
    expect([withoutNumber.code, twoNumbers.code]).toEqual(['invalid_input', 'invalid_input']);
  });

  test('validate is limited per address, and its input is not logged', async () => {
    const validateNumber = (number: number) =>
      server.call(calls.validateCompany, {
        query: { region_id: 10, email: `secret${number}@example.com` },
      });
    for (let number = 0; number < 60; number += 1)
      expect((await validateNumber(number)).status).toBe(200);
    const rejectedResponse = await validateNumber(60);
    expect([rejectedResponse.status, rejectedResponse.code]).toEqual([429, 'too_many_requests']);
    const log = server.log.join('\n');
    expect(log).toContain('a field of a registration was checked');
    expect(log).not.toContain('secret');
  });
});

describe('a registration is rejected, with its field,', () => {
  test.each<[string, Registration, string[]]>([
    [
      'without the numbers that the region requires',
      czechRegistrationOf({ company: { registration_number: null, registration_number_2: '123' } }),
      [
        'body.company.registration_number tax_number_needed',
        'body.company.registration_number_2 tax_number_needed',
      ],
    ],
    [
      'without a company type where one is required',
      czechRegistrationOf({ company: { company_type: null } }),
      ['body.company.company_type company_type_unknown'],
    ],
    [
      'without the acceptances that its type requires',
      czechRegistrationOf({ company: { company_type: 2, declaration_accepted: false } }),
      [
        'body.company.disclaimer_accepted acceptance_needed',
        'body.company.declaration_accepted acceptance_needed',
      ],
    ],
    [
      'with letters in the phone number',
      registrationOf({ installer: { phone: '512 345 67a' } }),
      ['body.installer.phone letters_not_allowed'],
    ],
    [
      'with a phone number of another country',
      registrationOf({ installer: { phone: '+420603456789' } }),
      ['body.installer.phone invalid_phone'],
    ],
    [
      'with the test pattern, which this server doesn’t accept',
      registrationOf({ installer: { phone: '999999999123' } }),
      ['body.installer.phone invalid_phone'],
    ],
    [
      'with an answer missing',
      registrationOf({ company: { survey: '[]' } }),
      ['body.company.survey survey_incomplete'],
    ],
    [
      'without the terms',
      registrationOf({ installer: { options: '{"hasAgreedToTerms":false}' } }),
      ['body.installer.options acceptance_needed'],
    ],
    [
      'with texts that are too short in every field',
      registrationOf({
        company: { name: ' abc ', address: 'Lip 1', postal_code: ' ', city: 'Ł' },
        installer: { name: 'E', surname: ' W ', email: 'ewa@' },
      }),
      [
        'body.company.name invalid_input',
        'body.company.address invalid_input',
        'body.company.postal_code invalid_input',
        'body.company.city invalid_input',
        'body.installer.name invalid_input',
        'body.installer.surname invalid_input',
        'body.installer.email invalid_input',
      ],
    ],
  ])('%s', async (_description, body, expected) => {
    const response = await register(body);
    expect(response.status).toBe(400);
    expect(problems(response)).toEqual(expected);
  });
});

test('a company in a region without types stores no acceptance', async () => {
  const { result } = await register(
    registrationOf({ company: { company_type: 1, disclaimer_accepted: true } }),
  );
  const company = await server.db
    .selectFrom('companies')
    .select(['company_type', 'disclaimer_accepted'])
    .where('id', '=', result.company_id)
    .executeTakeFirstOrThrow();
  expect(company).toEqual({ company_type: null, disclaimer_accepted: false });
});

test('one address can register twenty companies an hour', async () => {
  const rejectedForm = registrationOf({ company: { survey: '[]' } });
  for (let count = 0; count < 20; count += 1)
    expect((await register(rejectedForm)).status).toBe(400);
  expect((await register(rejectedForm)).code).toBe('too_many_requests');
});
