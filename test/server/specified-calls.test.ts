import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { inviteToSurvey } from '#server/surveys/invite-to-survey.ts';
import { enableCards, issueCardTo } from './card-setup.ts';
import {
  certificateRequest,
  startCertificateServer,
  projectsWithoutCertificate,
} from './certificate-setup.ts';
import { addPoints, newProduct, recipient } from './order-setup.ts';
import { registrationOf } from './registration-form.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/*
 * The specified calls that read, delete or take several steps, exactly as in the specification's tables
 * (spec 1 §7, spec 2 §7). For the bodies of the other calls, see specified-bodies.test.ts.
 */

const { id: userId, companyId, email } = accounts.polishOwner;

let demo: ScanServer;
let ownerToken: string;
beforeAll(async () => {
  demo = await startScanServer();
  await enableCards(demo, 'polishOwner');
  ownerToken = await demo.tokenOf('polishOwner');
});
afterAll(() => demo.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Sends a request verbatim.
 * @returns the status, and the errors if any
 */
async function send(
  method: Method,
  path: string,
  payload?: object,
  token: string | null = ownerToken,
) {
  const response = await demo.app.inject({
    method,
    url: `/api${path}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const json = isJson ? response.json<Record<string, unknown>>() : {};
  return { status: response.statusCode, json, errors: json['errors'] };
}

const idOf = ({ json }: { readonly json: Record<string, unknown> }) => String(json['uuid']);
const newChat = async () => {
  const info = {
    language: 'pl',
    hostname: 'club.example',
    region: 'PL',
    appVersion: '3.9.4',
    appType: 'browser',
    ua: 'Mozilla/5.0',
  };
  return idOf(await send('POST', '/v1/support', { title: 'The roof', body: 'It leaks.', info }));
};
const newMember = async () =>
  idOf(
    await send('POST', '/v1/installer/user', {
      name: 'Ewa',
      surname: 'Lis',
      phone: `510 777 ${String(100 + (members += 1))}`,
    }),
  );
let members = 0;
const newOrder = async () => {
  await addPoints(demo, 'polishOwner', 100);
  const { variant } = await newProduct(demo, { price: 10 });
  const orderLines = [{ uuid: variant, quantity: 1 }];
  const body = { type: 'COMPACON', order: orderLines, customer: recipient };
  const { json } = await send('POST', '/v1/order', body);
  return (json as { data: { uuid: string }[] }).data[0]?.uuid ?? '';
};
const newSurvey = async () => {
  const languages = { en: { title: 'A question', tagline: 'Short', lang: 'en' } };
  const survey = { survey_key: `key-${randomUUID().slice(0, 8)}`, languages };
  await inviteToSurvey(companyId, survey, demo.services);
  const { json } = await send('GET', '/v1/survey?page=1&limit=10');
  return (json as { data: { uuid: string }[] }).data[0]?.uuid ?? '';
};
const newScan = async () => {
  const projects_id = await demo.newProject('polishOwner');
  const { result } = await demo.call(
    calls.createScan,
    { body: saveOf(nextSerial(), projects_id) },
    ownerToken,
  );
  return result.uuid;
};
const confirmationQuery = () => {
  const { code, type, size, variant } = nextSerial();
  return `code=${code}&type=${type}&size=${size}&variant=${variant}`;
};

/** Paths to read, by description; some create what they need first. */
const reads: Readonly<Record<string, () => string | Promise<string>>> = {
  'the person': () => '/v1/installer/user/self',
  configuration: () => '/v1/config',
  'public configuration': () => '/v1/config/public',
  'points of the company': () => `/v1/company/points/${companyId}`,
  notifications: () => '/v1/notifications?page=1&limit=20',
  'the count of unread notifications': () => '/v1/notifications?mark=unread',
  leads: () => `/v1/lead?page=1&limit=30&installer_company_id=${companyId}&enabled=1`,
  surveys: () => '/v1/survey?page=1&limit=10',
  'contents of one type': () => '/v1/content?contentTypes=news&limit=5&visible=1',
  'contents of two types': () => '/v1/content?contentTypes=news,tutorial&limit=40&visible=1',
  'tier history': () => `/v1/tier/history?installer_company_id=${companyId}`,
  tiers: () => '/v1/tier?region_id=10',
  'tier progress': () => `/v1/tier/progress?installer_company_id=${companyId}`,
  'email verification': () => '/v2/company/verification',
  'the warranty catalogue': () => '/v1/warranty-certificate/catalogue',
  'tier product categories': () => '/v1/tier/product-category',
  'scan confirmation': () => `/v2/scans/confirm?${confirmationQuery()}`,
  'the list of projects': () => '/v1/project?page=1&limit=15&status=open',
  'the picker of projects': () => '/v1/project?page=1&limit=20&status=open',
  'some fields of projects': () => '/v1/project?page=1&limit=20&constrainTo=uuid,street_name',
  'closed projects without certificate': () =>
    '/v1/project?page=1&status=closed&limit=10&has_warranty_certificate=0',
  'project search': () => '/v1/project/search/?page=1&limit=3&address=Lipowa',
  'a project': async () => `/v1/project/${await demo.newProject('polishOwner')}`,
  'scans of the company': () => '/v2/scans',
  orders: () => '/v1/order?limit=100',
  'an order': async () => `/v1/order/${await newOrder()}`,
  installers: () => '/v1/installer/user?page=1&limit=20',
  'an installer': async () => `/v1/installer/user/${await newMember()}`,
  'club card details': () => `/v1/club-card/${companyId}`,
  'club card history': () => '/v1/club-card/history?page=1&limit=5',
  'shop categories': () => '/v1/shop/category?region_id=10&type=1',
  'shop products': () =>
    `/v1/shop/product?categories=${randomUUID()},${randomUUID()}&page=1&limit=12&active=1&is_visible=1`,
  'a shop product': async () => `/v1/shop/product/${(await newProduct(demo)).product}`,
  'club card products': () => '/v1/shop/club-card?limit=20&region_id=10&type=EDENRED_CARD_TOPUP',
  'the cart': async () => `/v1/shop/cart?uuids=${(await newProduct(demo)).variant},${randomUUID()}`,
  'points history': () => '/v1/points/history',
  'warranty certificates': () =>
    '/v1/warranty-certificate?page=1&limit=20&year=2026&month=5&address=Lipowa',
  'support chats': () => `/v1/support?page=1&limit=20&installer_uuid=${userId}`,
  'a support chat': async () => `/v1/support/${await newChat()}`,
  'messages of a chat': async () => `/v1/support/${await newChat()}/message?limit=1000`,
  'a QR code': () =>
    `/v1/generate/qr-code?data=${encodeURIComponent('https://roof.example/a?b=1')}`,
};

describe('a read call accepts the parameters of the specification', () => {
  test.each(Object.entries(reads))('%s', async (_title, path) => {
    const { status, errors } = await send('GET', await path());
    expect([status, errors]).toEqual([200, undefined]);
  });

  test('resending a message to a member returns 201', async () => {
    const id = await newMember();
    expect((await send('GET', `/v1/installer/user/${id}/resend`)).status).toBe(201);
  });

  test.each([
    ['registration_number', '525-000-12 34'],
    ['registration_number_2', 'PL5250001234'],
    ['phone', '512 345 678'],
    ['email', 'free@example.com'],
  ])('validate by %s', async (field, value) => {
    const path = `/v2/company/validate?region_id=10&${field}=${encodeURIComponent(value)}`;
    const { status, json } = await send('GET', path, undefined, null);
    expect([status, json]).toEqual([200, { result: 'pass' }]);
  });
});

const deletions: Readonly<Record<string, () => Promise<string>>> = {
  'a project': async () => `/v1/project/${await demo.newProject('polishOwner')}`,
  'a scan': async () => `/v2/scans/${await newScan()}`,
  'an installer': async () => `/v1/installer/user/${await newMember()}`,
  'a survey': async () => `/v1/survey/${await newSurvey()}`,
};
test.each(Object.entries(deletions))('deleting %s needs only its path', async (_title, path) => {
  const { status, errors } = await send('DELETE', await path());
  expect([status, errors]).toEqual([200, undefined]);
});

describe('a sign-in as specified', () => {
  test.each([{ email }, { phone: accounts.polishOwner.phone }])('by %o', async (identifier) => {
    const codeResponse = await demo.app.inject({
      method: 'POST',
      url: '/api/v2/installer/login',
      payload: { ...identifier, region: 'PL' },
    });
    await demo.services.messages.sendDue();
    const code = demo.delivery.codes()[0]?.code;
    const { user_id } = codeResponse.json<{ user_id: string }>();
    const verifyResponse = await demo.app.inject({
      method: 'POST',
      url: '/api/v2/installer/login/verify',
      headers: { cookie: String(codeResponse.headers['set-cookie']).split(';')[0] ?? '' },
      payload: { userId: user_id, code },
    });
    expect(verifyResponse.statusCode).toBe(200);
    const { token, refresh_token, expiresAt } = verifyResponse.json<Record<string, string>>();
    for (const path of ['/v2/installer/refresh', '/v1/session/refresh']) {
      const { status } = await send('POST', path, { token, refresh_token, expiresAt }, null);
      expect([path, status]).toEqual([path, 200]);
    }
    expect((await send('POST', '/v2/installer/user/logout', undefined, token)).status).toBe(200);
  });
});

describe('a registration as specified', () => {
  test('needs only the required fields', async () => {
    const { company, installer } = registrationOf({
      installer: { email: 'plain@example.com', phone: '512 300 400' },
    });
    const { name, address, postal_code, city, regions_id, survey } = company;
    const { surname, phone, languages_id, options } = installer;
    const surveyAnswers = (JSON.parse(survey) as Record<string, unknown>[]).map((response) =>
      Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null)),
    );
    const body = {
      company: {
        name,
        address,
        postal_code,
        city,
        regions_id,
        registration_number: '5250007777',
        survey: JSON.stringify(surveyAnswers),
      },
      installer: {
        name: installer.name,
        surname,
        email: installer.email,
        phone,
        languages_id,
        options,
      },
    };
    const { status, errors } = await send('POST', '/v2/company/register', body, null);
    expect([status, errors]).toEqual([201, undefined]);
  });
});

describe('a call with several steps', () => {
  test('an email address is verified by a request without body, then its code', async () => {
    expect((await send('POST', '/v2/company/verification')).status).toBe(200);
    await demo.services.messages.sendDue();
    const code = demo.delivery.codes().find(({ to }) => to === email)?.code;
    expect((await send('PATCH', '/v2/company/verification', { code })).status).toBe(200);
  });

  test('a club card is registered by its serial number', async () => {
    const card_serial_number = await issueCardTo(demo, 'polishOwner');
    const path = `/v1/club-card/${companyId}`;
    expect((await send('PATCH', path, { card_serial_number })).status).toBe(200);
  });

  test('a lead survey’s answers are sent with the project’s, without empty fields', async () => {
    const id = await demo.newProject('polishOwner');
    const response = [
      { question_id: 500, answer_id: 503, uuid: randomUUID() },
      { question_id: 510, value: 4 },
      { question_id: 520, answer_id: 521 },
    ];
    const body = { uuid: id, data: { response, lead_survey_response: [] } };
    const { status, json } = await send('POST', `/v1/project/${id}/survey`, body);
    expect([status, json['status']]).toEqual([200, { id: 2 }]);
  });
});

describe('a certificate', () => {
  let server: Awaited<ReturnType<typeof startCertificateServer>>;
  beforeAll(async () => {
    server = await startCertificateServer();
  });
  afterAll(() => server.close());

  test('is issued and resent', async () => {
    const [closedProject] = await projectsWithoutCertificate(server);
    const { customer_name: _name, ...withoutName } = certificateRequest(closedProject ?? '');
    const headers = { authorization: `Bearer ${server.token}` };
    const url = '/api/v1/warranty-certificate';
    const issueResponse = await server.app.inject({
      method: 'POST',
      url,
      headers,
      payload: withoutName,
    });
    expect(issueResponse.statusCode).toBe(201);
    const { uuid } = issueResponse.json<{ uuid: string }>();
    const repeatedResponse = await server.app.inject({
      method: 'POST',
      url: `${url}/${uuid}/resend`,
      headers,
      payload: { customer_email: withoutName.customer_email },
    });
    expect(repeatedResponse.statusCode).toBe(200);
  });
});
