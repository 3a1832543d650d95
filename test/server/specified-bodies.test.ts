import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFileBody } from '#schemas/api/call.ts';
import { allCalls, calls, type CallId } from '#schemas/api/calls.ts';
import { inviteToSurvey } from '#server/surveys/invite-to-survey.ts';
import { greyPng } from '#test/sync/grey-png.ts';
import { moveLead, newLead, enableLeads } from './lead-setup.ts';
import { addPoints, newProduct, recipient } from './order-setup.ts';
import { registrationOf } from './registration-form.ts';
import { nextSerial, type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/*
 * Every call accepts the body in the call tables of the specification (spec 1 §7, spec 2 §7): fields that only
 * an offline-first client sends are optional. A new call needs an entry here or in `ownCalls`.
 */

const { id: userId, companyId, email } = accounts.polishOwner;

/** Calls that the specification lacks, or whose body needs an earlier step. */
const ownCalls: readonly CallId[] = [
  'startImpersonation',
  'restoreEmail',
  'uploadAvatar',
  'reportErrors',
  'sendAttachments',
  'sendAttachmentPart',
  'createPhotoShare',
  // Covered in test/server/specified-calls.test.ts, because they take several steps.
  'signIn',
  'refreshSession',
  'verifyEmail',
  'registerClubCard',
  'createCertificate',
  'resendCertificate',
];

/** A request: the id for its path, and its body. */
interface SpecifiedRequest {
  readonly id?: string;
  readonly body: unknown;
}
type CreateRequest = (
  server: ScanServer,
  token: string,
) => SpecifiedRequest | Promise<SpecifiedRequest>;

const place = { streetName: 'ul. Lipowa 1', city: 'Łódź', postalCode: '00-001' };

async function newScan(server: ScanServer) {
  const { code: serial_number, type, size, variant } = nextSerial();
  const projects_id = await server.newProject('polishOwner');
  return {
    projects_id,
    serial_number,
    size,
    variant,
    type,
    is_unique: true,
    survey: null,
    image_data: null,
  };
}
async function createLead(
  server: ScanServer,
  token: string,
  ...steps: readonly ('interested' | 'contacted')[]
) {
  const id = await newLead(server, 'polishOwner');
  await moveLead(server, token, id, ...steps.map((status) => ({ status })));
  return id;
}
async function createSurvey(server: ScanServer, token: string) {
  const languages = { en: { title: 'A question', tagline: 'Short', lang: 'en' } };
  await inviteToSurvey(companyId, { survey_key: 'spring', languages }, server.services);
  const { result } = await server.call(calls.listSurveys, { query: {} }, token);
  return result.data[0]?.uuid ?? '';
}
async function createNotification(server: ScanServer, token: string) {
  await newLead(server, 'polishOwner');
  const { result } = await server.call(
    calls.listNotifications,
    { query: { mark: 'unread' } },
    token,
  );
  return result.data[0]?.uuid ?? '';
}
const chat = {
  title: 'The roof',
  body: 'It rains in.',
  info: {
    language: 'pl',
    hostname: 'club.example',
    region: 'PL',
    appVersion: '3.9.4',
    appType: 'browser',
    ua: 'Mozilla/5.0',
  },
};
async function newOrderBody(server: ScanServer) {
  await addPoints(server, 'polishOwner', 100);
  const { variant } = await newProduct(server, { price: 10 });
  return { type: 'COMPACON', order: [{ uuid: variant, quantity: 1 }] };
}

const specified: Partial<Record<CallId, Record<string, CreateRequest>>> = {
  requestSignInCode: { 'by email': () => ({ body: { email, region: 'PL' } }) },
  registerCompany: {
    'company, installer, invite': () => ({ body: { ...registrationOf(), invite: 'friend' } }),
  },
  updateCompany: {
    active: () => ({ id: companyId, body: { active: 1 } }),
    'registration numbers': () => ({
      id: companyId,
      body: { registration_number: '5250001299', registration_number_2: 'PL5250001299' },
    }),
    surveyResponse: () => ({ id: companyId, body: { surveyResponse: '[]' } }),
  },
  updateAvailability: { availability: () => ({ id: companyId, body: { availability: 1 } }) },
  createTeamMember: {
    'a member': () => ({ body: { name: 'Ewa', surname: 'Lis', phone: '510 999 321' } }),
  },
  updateUser: {
    options: () => ({ id: userId, body: { options: '{"expPtsSeen":"2026-10-01"}' } }),
    consents: () => ({ id: userId, body: { email_consent: true, phone_consent: false } }),
    names: () => ({ id: userId, body: { name: 'Ada', surname: 'Example' } }),
    language: () => ({ id: userId, body: { languages_id: 10 } }),
    fcm: () => ({ id: userId, body: { fcm: '[]' } }),
  },
  markNotificationRead: {
    mark: async (...at) => ({ id: await createNotification(...at), body: { mark: 'read' } }),
  },
  updateLead: {
    notes: async (...at) => ({
      id: await createLead(...at),
      body: { NotesFromVELUXClub: 'Ring first' },
    }),
    'a step': async (...at) => ({ id: await createLead(...at), body: { status: 'interested' } }),
    reasons: async (...at) => {
      const body = { status: 'lost', reasons: ['price_too_high'] };
      return { id: await createLead(...at, 'interested'), body };
    },
    'the agreement': async (...at) => {
      const address = { postal_code: '00-001', street_name: 'Lipowa 1', city: 'Łódź' };
      const body = { status: 'agreed', expected_installation_date: '2026-06-01', address };
      return { id: await createLead(...at, 'interested', 'contacted'), body };
    },
  },
  updateLeadInstallationDate: {
    date: async (...at) => {
      return { id: await createLead(...at), body: { expected_installation_date: '2026-06-01' } };
    },
  },
  updateSurvey: {
    'both fields': async (...at) => {
      const body = { interacted_at: null, delayed_to: '2026-05-07T10:00:00.000Z' };
      return { id: await createSurvey(...at), body };
    },
    'a delay': async (...at) => {
      return { id: await createSurvey(...at), body: { delayed_to: '2026-05-07T10:00:00.000Z' } };
    },
  },
  completeSurvey: {
    nothing: async (...at) => ({ id: await createSurvey(...at), body: undefined }),
  },
  confirmScans: {
    'a list': () => {
      const { code, type, size, variant } = nextSerial();
      return { body: { scans: [{ code, type, size, variant }] } };
    },
  },
  createScan: { 'one scan': async (server) => ({ body: await newScan(server) }) },
  sendScans: { 'a list': async (server) => ({ body: { scans: [await newScan(server)] } }) },
  createProject: { address: () => ({ body: { name: 'A roof', ...place } }) },
  updateProject: {
    status: async (server) => ({ id: await server.newProject('polishOwner'), body: { status: 1 } }),
  },
  updateProjectInstallationDate: {
    'only the date': async (server) => ({
      id: await server.newProject('polishOwner'),
      body: { installation_date: '2026-05-11' },
    }),
  },
  submitProjectSurvey: {
    answers: async (server) => {
      const id = await server.newProject('polishOwner');
      const response = [
        { question_id: 500, answer_id: 503, value: null },
        { question_id: 510, answer_id: null, value: 4 },
        { question_id: 520, answer_id: 521, value: null },
        { question_id: 520, answer_id: 524, value: null },
      ];
      return { id, body: { uuid: id, data: { response, lead_survey_response: [] } } };
    },
    'an empty list': async (server) => {
      const id = await server.newProject('polishOwner');
      await server.db
        .updateTable('projects')
        .set({ survey: '[]' })
        .where('uuid', '=', id)
        .execute();
      return { id, body: { uuid: randomUUID(), data: [] } };
    },
  },
  createOrder: {
    'type, order, customer': async (server) => ({
      body: { ...(await newOrderBody(server)), customer: recipient },
    }),
  },
  createOrders: {
    'orders, customer': async (server) => ({
      body: { orders: [await newOrderBody(server)], customer: recipient },
    }),
  },
  createSupportChat: { 'title, body, info': () => ({ body: chat }) },
  createSupportMessage: {
    message: async (server, token) => {
      const body = { ...chat, uuid: randomUUID(), message_uuid: randomUUID() };
      const { result } = await server.call(calls.createSupportChat, { body }, token);
      return { id: result.uuid, body: { message: 'Still.' } };
    },
  },
  updateCompanyType: {
    'type and acceptances': () => {
      const body = { company_type: 1, disclaimer_accepted: true, declaration_accepted: true };
      return { id: accounts.czechOwner.companyId, body };
    },
  },
};
/** Calls whose uploads need no additional fields. */
const files: readonly CallId[] = ['uploadPhoto', 'uploadOrderFile'];

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner');
});
afterAll(() => server.close());

async function inject(
  id: CallId,
  path: string,
  options: object,
  account: 'polishOwner' | 'czechOwner',
) {
  const { method } = calls[id];
  const authorization = `Bearer ${await server.tokenOf(account)}`;
  const injectOptions = { method, url: `/api${path}`, ...options };
  const headers = { authorization, ...('headers' in options ? (options.headers as object) : {}) };
  return server.app.inject({ ...injectOptions, headers });
}

test('every call with a body is covered', () => {
  const knownCalls = new Set<string>([...Object.keys(specified), ...files, ...ownCalls]);
  const withBody = allCalls.filter(({ body }) => body !== undefined);
  expect(withBody.filter(({ id }) => !knownCalls.has(id)).map(({ id }) => id)).toEqual([]);
});

describe.each(Object.entries(specified) as [CallId, Record<string, CreateRequest>][])(
  '%s',
  (id, requests) => {
    test.each(Object.entries(requests))(
      'accepts the specified body: %s',
      async (_name, createRequest) => {
        const account = id === 'updateCompanyType' ? 'czechOwner' : 'polishOwner';
        const specifiedRequest = await createRequest(server, await server.tokenOf(account));
        const path = calls[id].path.replace('{id}', specifiedRequest.id ?? '');
        const payload =
          specifiedRequest.body === undefined ? {} : { payload: specifiedRequest.body };
        const response = await inject(id, path, payload, account);
        expect([response.statusCode, response.json<{ errors?: unknown }>().errors]).toEqual([
          calls[id].status,
          undefined,
        ]);
      },
    );
  },
);

test.each(files)('%s accepts a form with only the file', async (id) => {
  const { body, path } = calls[id];
  if (!isFileBody(body)) throw new Error(`${id} has no file in its body.`);
  const form = new FormData();
  form.set(body.field, new Blob([greyPng(8)], { type: 'image/png' }), 'roof.png');
  const request = new Request('http://club.example', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') };
  const payload = Buffer.from(await request.arrayBuffer());
  const response = await inject(id, path, { payload, headers }, 'polishOwner');
  expect(response.statusCode).toBe(201);
  expect(response.json<{ uuid: string }>().uuid).toMatch(/^[0-9a-f-]{36}$/);
});

test('a bulk save returns the ids created by the server', async () => {
  const body = { scans: [await newScan(server)] };
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(calls.sendScans, { body: body as never }, token);
  const [verdict] = result.data;
  expect(verdict).toMatchObject({ status: 201, scan: { uuid: verdict?.uuid, manual: false } });
});

describe('a path as written in the specification', () => {
  test.each([
    ['/v1/notifications', calls.listNotifications.path],
    ['/v1/notifications?mark=unread', `${calls.listNotifications.path}?mark=unread`],
    ['/v1/project/search/?address=Lipowa', `${calls.searchProjects.path}?address=Lipowa`],
  ])('%s responds like our path', async (specifiedPath, path) => {
    const [specifiedResponse, ownResponse] = [
      await inject('listNotifications', specifiedPath, {}, 'polishOwner'),
      await inject('listNotifications', path, {}, 'polishOwner'),
    ];
    expect([specifiedResponse.statusCode, specifiedResponse.json()]).toEqual([
      200,
      ownResponse.json(),
    ]);
  });
});
