import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { enableCards } from './card-setup.ts';
import { addPoints, newProduct, recipient } from './order-setup.ts';
import { registrationOf } from './registration-form.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/* The error catalogues of the specification: status, message and field of each (spec 1 §8, spec 2 §8). */

const owner = accounts.polishOwner;

let server: ScanServer;
let token: string;
let projects_id: string;
beforeAll(async () => {
  server = await startScanServer();
  token = await server.tokenOf('polishOwner');
  projects_id = await server.newProject('polishOwner');
  await enableCards(server, 'polishOwner');
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
interface ErrorResponse {
  readonly status: number;
  readonly errors: readonly { readonly message: string; readonly field?: string }[];
}

async function send(
  method: Method,
  path: string,
  payload?: object,
  accessToken = token,
): Promise<ErrorResponse> {
  const response = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${accessToken}` },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, ...response.json<Pick<ErrorResponse, 'errors'>>() };
}

const login = (body: object) => send('POST', '/v2/installer/login', { region: 'PL', ...body });
const register = (changes: Parameters<typeof registrationOf>[0]) =>
  send('POST', '/v2/company/register', registrationOf(changes));
const scanOf = (changes: object = {}) => {
  const { code: serial_number, type, size, variant } = nextSerial();
  const scanFields = { projects_id, serial_number, size, variant, type, is_unique: true };
  return { ...scanFields, survey: null, image_data: null, ...changes };
};
const saveScan = (scan: object, accessToken?: string) =>
  send('POST', '/v2/scans', scan, accessToken);
const sendOrder = async (
  price: number,
  type: 'COMPACON' | 'VELUXMS' = 'COMPACON',
  extraFields: object = {},
) => {
  const { variant } = await newProduct(server, { price, type });
  const lines = [{ uuid: variant, quantity: 1 }];
  return send('POST', '/v1/order', {
    type,
    order: lines,
    customer: { ...recipient, ...extraFields },
  });
};
const newRegistrant = (suffix: number) => ({
  installer: { email: `fresh${suffix}@example.com`, phone: `512 400 ${100 + suffix}` },
  company: { registration_number: `52500010${10 + suffix}` },
});

/** A request, with the expected status, message, and field if the error refers to one. */
type Row = readonly [
  title: string,
  sendInvalid: () => Promise<ErrorResponse>,
  status: number,
  message: string,
  field?: string,
];

const notAProductMessage = 'This is not a valid Skylight product.';
const rows: readonly Row[] = [
  [
    'a sign-in of an unknown person by email',
    () => login({ email: 'unknown@example.com' }),
    ...([404, 'Installer not found.'] as const),
  ],
  [
    'a sign-in with an unknown phone number',
    () => login({ phone: '+48599999998' }),
    ...([404, 'Installer not found.'] as const),
  ],
  [
    'a wrong code',
    () => send('POST', '/v2/installer/login/verify', { userId: owner.id, code: '00000' }),
    ...([406, 'The code is wrong or no longer valid.', 'body.code'] as const),
  ],
  [
    'a registration with the email and phone of an existing installer',
    () => register({ ...newRegistrant(1), installer: { email: owner.email, phone: owner.phone } }),
    ...([409, 'Installer exists', 'body.installer.email'] as const),
  ],
  [
    'a registration with a taken email address',
    () =>
      register({
        ...newRegistrant(2),
        installer: { ...newRegistrant(2).installer, email: owner.email },
      }),
    ...([409, 'The email has already been taken.', 'body.installer.email'] as const),
  ],
  [
    'a registration with a taken phone number',
    () =>
      register({
        ...newRegistrant(3),
        installer: { ...newRegistrant(3).installer, phone: owner.phone },
      }),
    ...([409, 'Phone number is not unique.', 'body.installer.phone'] as const),
  ],
  [
    'a registration with an invalid phone number',
    () =>
      register({
        ...newRegistrant(4),
        installer: { ...newRegistrant(4).installer, phone: '12345' },
      }),
    ...([400, 'Invalid phone number', 'body.installer.phone'] as const),
  ],
  [
    'a registration with letters in the phone number',
    () =>
      register({
        ...newRegistrant(5),
        installer: { ...newRegistrant(5).installer, phone: '512 40o 105' },
      }),
    ...([400, 'Letters are not allowed', 'body.installer.phone'] as const),
  ],
  [
    'a registration with another company’s registration number',
    async () => {
      await register(newRegistrant(6));
      return register({ ...newRegistrant(7), company: newRegistrant(6).company });
    },
    ...([409, 'The company registration number has already been taken.'] as const),
    'body.company.registration_number',
  ],
  [
    'a registration with another company’s VAT number',
    async () => {
      const registration_number_2 = 'PL5250001099';
      await register({
        ...newRegistrant(8),
        company: { ...newRegistrant(8).company, registration_number_2 },
      });
      return register({
        ...newRegistrant(9),
        company: { ...newRegistrant(9).company, registration_number_2 },
      });
    },
    ...([409, 'The company registration number has already been taken.'] as const),
    'body.company.registration_number_2',
  ],
  [
    'changing a company’s number to a taken one',
    async () => {
      await register(newRegistrant(10));
      return send('PATCH', `/v1/company/${owner.companyId}`, newRegistrant(10).company);
    },
    ...([409, 'The company registration number has already been taken.'] as const),
    'body.registration_number',
  ],
  [
    'changing an email address to a taken one',
    () => send('PATCH', `/v1/installer/user/${owner.id}`, { email: accounts.czechOwner.email }),
    ...([409, 'The email has already been taken.', 'body.email'] as const),
  ],
  [
    'confirming a code that isn’t in the registry',
    () => send('GET', '/v2/scans/confirm?code=99Z99999-9999'),
    ...([404, notAProductMessage] as const),
  ],
  [
    'saving a product that already counts',
    async () => {
      const scan = scanOf();
      await saveScan(scan);
      return saveScan(scan);
    },
    ...([406, 'This product has been scanned already.', 'serial_number'] as const),
  ],
  [
    'saving a product that another company has scanned',
    async () => {
      const scan = scanOf();
      await saveScan(scan);
      const accessToken = await server.tokenOf('czechOwner');
      return saveScan({ ...scan, projects_id: await server.newProject('czechOwner') }, accessToken);
    },
    ...([406, 'This product has been scanned already.', 'serial_number'] as const),
  ],
  [
    'saving an unknown serial number',
    () => saveScan(scanOf({ serial_number: '99Z99999-9999' })),
    ...([400, notAProductMessage, 'serial_number'] as const),
  ],
  [
    'saving a serial number of another product',
    () => saveScan(scanOf({ size: 'XX99' })),
    ...([400, notAProductMessage] as const),
  ],
  [
    'saving an unknown product type',
    () => saveScan(scanOf({ type: 'ZZZ' })),
    ...([400, notAProductMessage] as const),
  ],
  [
    'saving a type that the role isn’t allowed to scan',
    async () => {
      const accessToken = await server.tokenOf('decorOwner');
      return saveScan(scanOf({ projects_id: await server.newProject('decorOwner') }), accessToken);
    },
    ...([400, notAProductMessage] as const),
  ],
  [
    'an email verification with a wrong code',
    () => send('PATCH', '/v2/company/verification', { code: '00000' }),
    ...([406, 'The code is wrong or no longer valid.', 'body.code'] as const),
  ],
  [
    'adding a member with a taken phone number',
    () => send('POST', '/v1/installer/user', { name: 'Jan', surname: 'Kos', phone: owner.phone }),
    ...([409, 'Phone number is not unique.', 'body.phone'] as const),
  ],
  [
    'an order that costs more than the balance',
    () => sendOrder(1_000_000),
    ...([409, 'The company doesn’t have enough points.'] as const),
  ],
  [
    'an order with phone and address in different countries',
    async () => {
      await addPoints(server, 'polishOwner', 1000);
      return sendOrder(200, 'COMPACON', { phone_region: 'CZ', phone_number: '602 123 456' });
    },
    ...([400, 'The phone number and address are in different countries.'] as const),
  ],
  [
    'registering an unknown club card',
    () => send('PATCH', `/v1/club-card/${owner.companyId}`, { card_serial_number: '4899999999' }),
    ...([404, 'Card not found.'] as const),
  ],
  [
    'a request without a session',
    () => send('GET', '/v1/order', undefined, ''),
    401,
    'Authentication required.',
  ],
  [
    'an unknown order',
    () => send('GET', `/v1/order/${randomUUID()}`),
    ...([404, 'Not found.'] as const),
  ],
];

const cases = rows.map(([title, sendInvalid, status, message, field]) => ({
  title,
  sendInvalid,
  status,
  message,
  field,
}));
test.each(cases)(
  '$title returns the specified error',
  async ({ sendInvalid, status, message, field }) => {
    const response = await sendInvalid();
    const [first] = response.errors;
    expect([response.status, first?.message]).toEqual([status, message]);
    expect(first).toMatchObject(field === undefined ? {} : { field });
  },
);

test('the response names every taken field', async () => {
  await register(newRegistrant(11));
  const { company } = newRegistrant(11);
  const { status, errors } = await register({
    company,
    installer: { email: owner.email, phone: accounts.czechOwner.phone },
  });
  expect(status).toBe(409);
  expect(errors.map(({ field, message }) => [field, message])).toEqual([
    ['body.installer.email', 'The email has already been taken.'],
    ['body.installer.phone', 'Phone number is not unique.'],
    ['body.company.registration_number', 'The company registration number has already been taken.'],
  ]);
});

test('validate returns fail for taken values', async () => {
  for (const [field, value] of [
    ['email', owner.email],
    ['phone', owner.phone],
  ] as const) {
    const query = { region_id: 10, [field]: value } as const;
    const { result } = await server.call(calls.validateCompany, { query });
    expect([field, result]).toEqual([field, { result: 'fail' }]);
  }
});

test('a bulk save returns the same errors with its items', async () => {
  const savedSerial = nextSerial();
  await server.call(calls.createScan, { body: saveOf(savedSerial, projects_id) }, token);
  const scans = [
    saveOf(savedSerial, projects_id),
    saveOf({ ...nextSerial(), type: 'ZZZ' }, projects_id),
  ];
  const { result } = await server.call(calls.sendScans, { body: { scans } }, token);
  expect(result.data.map(({ status, error }) => [status, error?.message])).toEqual([
    [406, 'This product has been scanned already.'],
    [400, notAProductMessage],
  ]);
});

describe('during maintenance', () => {
  let maintainedServer: ScanServer;
  beforeAll(async () => {
    maintainedServer = await startScanServer({ MAINTENANCE: '1' });
  });
  afterAll(() => maintainedServer.close());

  test('every call returns 503, even the configuration', async () => {
    for (const url of ['/api/v1/config', '/api/v1/config/public', '/api/v1/order']) {
      const { statusCode } = await maintainedServer.app.inject(url);
      expect([url, statusCode]).toEqual([url, 503]);
    }
  });
});
