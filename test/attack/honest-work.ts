import { randomUUID } from 'node:crypto';
import { type BodyOf, type Call, type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { type DemoSerial } from '#server/demo/serials.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { saveOf } from '#test/server/scan-setup.ts';
import { type SendReliably, type Session } from './sign-in.ts';
import { type AcknowledgedWrites } from './acknowledged.ts';
import { readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { type AttackContext } from './attack-context.ts';

/** A user working on one device. */
export interface Worker {
  readonly session: Pick<Session, 'token' | 'user_id' | 'company_id'>;
  readonly address: string;
  /** Serial numbers reserved for this user. */
  readonly serials: DemoSerial[];
  readonly send: SendReliably;
  readonly acknowledged: AcknowledgedWrites;
  /** True on one device per person, which changes their surname. */
  readonly canRename: boolean;
}

/** A worker with the data created so far. */
export interface WorkState extends Worker {
  readonly projects: string[];
  readonly chats: string[];
}

type Action = (state: WorkState, context: AttackContext) => Promise<void>;

const lists = [
  calls.listProjects,
  calls.listScans,
  calls.listOrders,
  calls.listPointsHistory,
  calls.listNotifications,
];
/** Actions, the frequent ones repeated. */
const actions: readonly Action[] = [
  ...Array<Action>(5).fill(readLists),
  ...Array<Action>(4).fill(saveScans),
  startProject,
  startProject,
  readProject,
  readPoints,
  rename,
  writeToSupport,
  writeToSupport,
];

/** Works until the attack ends, finishing the action in progress. */
export async function workHonestly(context: AttackContext, worker: Worker): Promise<void> {
  const state: WorkState = { ...worker, projects: [], chats: [] };
  while (!context.isFinished()) {
    await pick(context.random, actions)(state, context);
    await pause(between(context.random, 10, 60));
  }
}

export async function send<C extends Call>(
  { send: sendRequest, session, address }: Worker,
  call: C,
  body: BodyOf<C>,
  { id = '', key }: { id?: string; key?: string } = {},
): Promise<ResultOf<C> | null> {
  const headers = {
    'x-forwarded-for': address,
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const request = post(call, body, bearer(session.token, headers));
  const response = await sendRequest({ ...request, path: request.path.replace('{id}', id) });
  // `sendRequest` has already recorded a rejection as a failure.
  return response.status < 300 ? (readJson(response.text) as ResultOf<C>) : null;
}

export function read({ send: sendRequest, session, address }: Worker, path: string) {
  const headers = bearer(session.token, { 'x-forwarded-for': address });
  return sendRequest({ method: 'GET', path: `/api${path}`, headers });
}

async function readLists(state: WorkState, { random }: AttackContext): Promise<void> {
  const { path } = pick(random, lists);
  await read(state, `${path}?limit=${pick(random, [30, 200])}${pick(random, ['', '&since='])}`);
}

async function readPoints(state: WorkState): Promise<void> {
  await read(state, calls.getPointsSummary.path.replace('{id}', state.session.company_id));
}

export async function startProject(state: WorkState): Promise<void> {
  const key = randomUUID();
  const body = { streetName: `ul. Uczciwa ${state.projects.length}`, postalCode: '00-001' };
  const response = await send(state, calls.createProject, body, { key });
  if (response === null) return;
  state.acknowledged.projects.set(response.uuid, state.session.company_id);
  state.projects.push(response.uuid);
}

/** Reads a project, possibly from a process other than the one that created it. */
async function readProject(state: WorkState, { random }: AttackContext): Promise<void> {
  if (state.projects.length === 0) return;
  await read(state, calls.getProject.path.replace('{id}', pick(random, state.projects)));
}

export async function saveScans(state: WorkState, { random }: AttackContext): Promise<void> {
  if (state.projects.length === 0) return startProject(state);
  const project = pick(random, state.projects);
  const serials = state.serials.splice(0, between(random, 1, 3));
  const scans = serials.map((serial) => saveOf(serial, project));
  if (scans.length === 0) return;
  const result = await send(state, calls.sendScans, { scans });
  for (const { uuid, error } of result?.data ?? []) {
    const savedScan = scans.find((scan) => scan.uuid === uuid);
    if (savedScan && error === null) state.acknowledged.scans.set(uuid, savedScan);
    else state.acknowledged.rejections.push(`a scan was rejected: ${error?.code}`);
  }
}

async function rename(state: WorkState): Promise<void> {
  if (!state.canRename) return;
  const surname = `Uczciwy ${randomUUID().slice(0, 8)}`;
  const { user_id: id } = state.session;
  const result = await send(state, calls.updateUser, { surname }, { id });
  if (result !== null) state.acknowledged.surnames.set(id, surname);
}

export async function writeToSupport(state: WorkState, { random }: AttackContext): Promise<void> {
  const uuid = randomUUID();
  const text = `Something is not right: ${uuid}`;
  if (state.chats.length === 0) {
    const info = {
      language: 'en',
      hostname: 'a',
      region: 'PL',
      appVersion: '1',
      appType: 'browser',
    };
    const chat = { uuid: randomUUID(), message_uuid: uuid, title: 'A question', body: text };
    const newChat = await send(state, calls.createSupportChat, {
      ...chat,
      info: { ...info, ua: 'a' },
    });
    if (newChat === null) return;
    state.chats.push(newChat.uuid);
  } else {
    const id = pick(random, state.chats);
    const response = await send(state, calls.createSupportMessage, { uuid, message: text }, { id });
    if (response === null) return;
  }
  state.acknowledged.messages.set(uuid, text);
}
