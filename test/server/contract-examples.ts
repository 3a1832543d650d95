import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Call } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoCards } from '#server/demo/cards.ts';
import { demoMembers } from '#server/demo/members.ts';
import { demoProductId, demoVariantId } from '#server/demo/shop.ts';
import type { Samples } from './arbitrary.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import { certificateRequest } from './certificate-setup.ts';
import { jpeg } from './jpeg-bytes.ts';
import { registrationOf } from './registration-form.ts';
import type { TestApp, TestInput } from './test-app.ts';

/** Valid input for a call and the account that makes it; empty if generated input works well enough. */
export type Examples = (call: Call) => [TestInput<Call>, 'polishOwner'][];

const { companyId, userId, email, region } = demoAccounts.polishOwner;

/** Finds or creates demo records of the Polish owner that calls can refer to. */
async function readOwnData({ call, clock, db }: TestApp, token: string, signIn: SignIn) {
  const project = await call(
    calls.createProject,
    { body: { streetName: 'Pusta 1', postalCode: '00-001' } },
    token,
  );
  const lead = await db
    .selectFrom('leads')
    .select(['uuid', 'op_id'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  const notification = await db
    .selectFrom('notifications')
    .select('uuid')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const survey = await db
    .selectFrom('survey_invitations')
    .select('uuid')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const chat = await db
    .selectFrom('support_chats')
    .select('uuid')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const news = await db
    .selectFrom('contents')
    .select('uuid')
    .where('region', '=', region)
    .executeTakeFirstOrThrow();
  const order = await db
    .selectFrom('orders')
    .select('uuid')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const certificate = await db
    .selectFrom('warranty_certificates')
    .select('uuid')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const closedProject = await db
    .selectFrom('projects')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('status', '=', projectStatus.closed)
    .where('warranty_certificate_uuid', 'is', null)
    .executeTakeFirstOrThrow();
  // Sessions created at the same time couldn't be ordered by age.
  clock.advance(1000);
  await signIn('polishOwner');
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const content = Buffer.from('%PDF-1.7');
  const fields = { kind: 'document', media_type: 'application/pdf' } as const;
  const attachment = attachmentOf(content, project.result.uuid, fields);
  await call(calls.sendAttachments, { body: { attachments: [attachment] } }, token);
  const sharedPhoto = await sharePhoto(call, token);
  return {
    lead,
    project: project.result.uuid,
    notification: notification.uuid,
    survey: survey.uuid,
    news: news.uuid,
    chat: chat.uuid,
    order: order.uuid,
    certificate: certificate.uuid,
    closed: closedProject.uuid,
    session: session.id,
    attachment,
    shared: sharedPhoto,
  };
}

/** Shares a photo of a project that no other call changes. */
async function sharePhoto(call: TestApp['call'], token: string) {
  const body = { streetName: 'Dzielona 1', postalCode: '00-001' };
  const project = (await call(calls.createProject, { body }, token)).result.uuid;
  const content = jpeg(64, 48);
  const photo = attachmentOf(content, project);
  await call(calls.sendAttachments, { body: { attachments: [photo] } }, token);
  await call(calls.sendAttachmentPart, { body: partOf(photo, content, 0) }, token);
  const input = { params: { id: project }, body: { uuid: randomUUID(), photos: [photo.uuid] } };
  const { result } = await call(calls.createPhotoShare, input, token);
  return { project, photo: photo.uuid, share: result.uuid };
}
const recipient = {
  name: 'Anna',
  surname: 'Nowak',
  phone_region: 'PL',
  phone_number: '501 234 567',
  country: 'PL',
  street: 'Dachowa',
  house_number: '1',
  city: 'Kraków',
  postal_code: '31-408',
};
function orderExample(key: string, price: number) {
  return { uuid: demoVariantId(region, key), quantity: 1, price };
}

type SignIn = (key: 'polishOwner') => Promise<string>;

/** Returns valid input for calls that generated input would rarely satisfy. */
export async function contractExamples(
  app: TestApp,
  samples: Samples,
  { token, signIn }: { token: string; signIn: SignIn },
): Promise<Examples> {
  const ownData = await readOwnData(app, token, signIn);
  const inputs: Inputs = {
    ...accountInputs(ownData),
    ...workInputs(ownData, samples, app.clock.now()),
    ...shopInputs(ownData),
    ...communicationInputs(ownData),
    ...certificateInputs(ownData),
  };
  return (call) => {
    const input = inputs[call.id] ?? emptyQuery(call);
    return input === undefined ? [] : [[input as TestInput<Call>, 'polishOwner']];
  };
}

/** Returns the simplest input of a list, because generated filters may never match what the user is allowed to read. */
function emptyQuery({ params, query, body }: Call): TestInput<Call> | undefined {
  const isList = params === undefined && body === undefined && query !== undefined;
  if (!isList || !v.is(query, {})) return undefined;
  return { query: {} } as unknown as TestInput<Call>;
}

/** Inputs by call id. */
type Inputs = Partial<Record<string, unknown>>;
type OwnData = Awaited<ReturnType<typeof readOwnData>>;

function accountInputs(ownData: OwnData): Inputs {
  return {
    requestSignInCode: { body: { email, region: 'PL' } },
    validateCompany: { query: { region_id: 10, email: 'unknown@example.com' } },
    registerCompany: { body: registrationOf() },
    updateUser: { params: { id: userId }, body: { name: 'Ada', options: '{"seen":1}' } },
    getTeamMember: { params: { id: userId } },
    createTeamMember: { body: { name: 'Jan', surname: 'Kos', phone: '510 100 200' } },
    resendTeamInvitation: { params: { id: demoAccounts.polishStaff.userId } },
    sendTeamInvitation: { params: { id: demoAccounts.polishStaff.userId } },
    deleteTeamMember: { params: { id: demoMembers[0]?.id } },
    deleteAvatar: { params: { id: userId } },
    getCompany: { params: { id: companyId } },
    updateCompany: { params: { id: companyId }, body: { city: 'Kraków' } },
    updateAvailability: { params: { id: companyId }, body: { availability: 0 } },
    endSession: { params: { id: ownData.session } },
    getPointsSummary: { params: { id: companyId } },
    getClubCard: { params: { id: companyId } },
    registerClubCard: {
      params: { id: companyId },
      body: { card_serial_number: demoCards.nowak.serialNumber },
    },
  };
}

function workInputs(ownData: OwnData, samples: Samples, now: number): Inputs {
  const edit = () => ({ op_id: randomUUID(), base_op_id: ownData.lead.op_id, time: now });
  return {
    listTierProgress: { query: { installer_company_id: companyId } },
    listTierHistory: { query: { installer_company_id: companyId } },
    confirmScan: { query: { code: samples.sets[0]?.['code'] } },
    getProject: { params: { id: ownData.project } },
    updateProject: { params: { id: ownData.project }, body: { status: 1 } },
    updateProjectInstallationDate: {
      params: { id: ownData.project },
      body: { installation_date: '2027-03-01' },
    },
    deleteProject: { params: { id: ownData.project } },
    getLead: { params: { id: ownData.lead.uuid } },
    updateLead: { params: { id: ownData.lead.uuid }, body: { ...edit(), status: 'interested' } },
    updateLeadInstallationDate: {
      params: { id: ownData.lead.uuid },
      body: { ...edit(), expected_installation_date: '2027-03-01' },
    },
    createPhotoShare: {
      params: { id: ownData.shared.project },
      body: { uuid: randomUUID(), photos: [ownData.shared.photo] },
    },
    deletePhotoShare: { params: { id: ownData.shared.share } },
    listPhotoShares: { params: { id: ownData.shared.project } },
    sendAttachments: { body: { attachments: [ownData.attachment] } },
    sendAttachmentPart: { body: partOf(ownData.attachment, new Uint8Array(), 0) },
    createScan: {
      body: {
        ...samples.sets[0],
        uuid: randomUUID(),
        op_id: randomUUID(),
        deleted: false,
        manual: false,
        time: 0,
      },
    },
  };
}

function shopInputs(ownData: OwnData): Inputs {
  return {
    getShopProduct: { params: { id: demoProductId(region, 'mug') } },
    listCartItems: { query: { uuids: demoVariantId(region, 'mug') } },
    getOrder: { params: { id: ownData.order } },
    createOrder: {
      body: {
        type: 'EDENRED',
        order: [orderExample('lunch', 25)],
        delivery: 0,
        customer: recipient,
      },
    },
    createOrders: {
      body: {
        orders: [
          { type: 'PAPA_DEKARZ', order: [orderExample('safety-vest', 18)] },
          { type: 'COMPACON', order: [orderExample('gloves', 18)] },
        ],
        delivery: 1,
        customer: recipient,
      },
    },
  };
}

function certificateInputs(ownData: OwnData): Inputs {
  return {
    getCertificate: { params: { id: ownData.certificate } },
    createCertificate: { body: certificateRequest(ownData.closed) },
    resendCertificate: {
      params: { id: ownData.certificate },
      body: { customer_email: 'customer@example.com' },
    },
  };
}

/** News, surveys, chats and notifications. */
function communicationInputs(ownData: OwnData): Inputs {
  return {
    getContent: { params: { id: ownData.news } },
    completeSurvey: { params: { id: ownData.survey }, body: { op_id: randomUUID() } },
    declineSurvey: { params: { id: ownData.survey } },
    updateSurvey: {
      params: { id: ownData.survey },
      body: { op_id: randomUUID(), interacted_at: null, delayed_to: null },
    },
    getSupportChat: { params: { id: ownData.chat } },
    listSupportMessages: { params: { id: ownData.chat } },
    createSupportMessage: {
      params: { id: ownData.chat },
      body: { uuid: randomUUID(), message: 'Hello' },
    },
    markNotificationRead: {
      params: { id: ownData.notification },
      body: { op_id: randomUUID(), mark: 'read' },
    },
  };
}
