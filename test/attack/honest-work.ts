import { randomUUID } from 'node:crypto';
import { type BodyOf, type Call, type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { type DemoSerial } from '#server/demo/serials.ts';
import { between, pick } from '#server/demo/seeded-random.ts';
import { pause } from '#test/chaos/pause.ts';
import { saveOf } from '#test/server/scan-setup.ts';
import { type SendReliably, type Session } from './sign-in.ts';
import { type Acknowledged } from './acknowledged.ts';
import { readJson } from './response-checks.ts';
import { bearer, post } from './post.ts';
import { type Scene } from './scene.ts';

/** A user working on one device. */
export interface Worker {
  readonly session: Pick<Session, 'token' | 'user_id' | 'company_id'>;
  readonly address: string;
  /** Serial numbers reserved for this user. */
  readonly serials: DemoSerial[];
  readonly ask: SendReliably;
  readonly acknowledged: Acknowledged;
  /** True on one device per person, which changes their surname. */
  readonly renames: boolean;
}

/** A worker with the data created so far. */
export interface Desk extends Worker {
  readonly projects: string[];
  readonly chats: string[];
}

type Act = (desk: Desk, scene: Scene) => Promise<void>;

const lists = [
  calls.listProjects,
  calls.listScans,
  calls.listOrders,
  calls.listPointsHistory,
  calls.listNotifications,
];
/** Actions, the frequent ones repeated. */
const acts: readonly Act[] = [
  ...Array<Act>(5).fill(readLists),
  ...Array<Act>(4).fill(saveScans),
  ...[beginProject, beginProject, readProject, readPoints, rename, writeToSupport, writeToSupport],
];

/** Works until the scene is over, finishing the action in progress. */
export async function work(scene: Scene, worker: Worker): Promise<void> {
  const desk: Desk = { ...worker, projects: [], chats: [] };
  while (!scene.isOver()) {
    await pick(scene.random, acts)(desk, scene);
    await pause(between(scene.random, 10, 60));
  }
}

export async function send<C extends Call>(
  { ask, session, address }: Worker,
  call: C,
  body: BodyOf<C>,
  { id = '', key }: { id?: string; key?: string } = {},
): Promise<ResultOf<C> | null> {
  const from = { 'x-forwarded-for': address, ...(key !== undefined && { 'idempotency-key': key }) };
  const asked = post(call, body, bearer(session.token, from));
  const response = await ask({ ...asked, path: asked.path.replace('{id}', id) });
  // A rejection was already recorded as wrong.
  return response.status < 300 ? (readJson(response.text) as ResultOf<C>) : null;
}

export function read({ ask, session, address }: Worker, path: string) {
  const headers = bearer(session.token, { 'x-forwarded-for': address });
  return ask({ method: 'GET', path: `/api${path}`, headers });
}

async function readLists(desk: Desk, { random }: Scene): Promise<void> {
  const { path } = pick(random, lists);
  await read(desk, `${path}?limit=${pick(random, [30, 200])}${pick(random, ['', '&since='])}`);
}

async function readPoints(desk: Desk): Promise<void> {
  await read(desk, calls.getPointsSummary.path.replace('{id}', desk.session.company_id));
}

export async function beginProject(desk: Desk): Promise<void> {
  const key = randomUUID();
  const body = { streetName: `ul. Uczciwa ${desk.projects.length}`, postalCode: '00-001' };
  const made = await send(desk, calls.createProject, body, { key });
  if (made === null) return;
  desk.acknowledged.projects.set(made.uuid, desk.session.company_id);
  desk.projects.push(made.uuid);
}

/** May read from the process that didn't create it. */
async function readProject(desk: Desk, { random }: Scene): Promise<void> {
  if (desk.projects.length === 0) return;
  await read(desk, calls.getProject.path.replace('{id}', pick(random, desk.projects)));
}

export async function saveScans(desk: Desk, { random }: Scene): Promise<void> {
  if (desk.projects.length === 0) return beginProject(desk);
  const project = pick(random, desk.projects);
  const pieces = desk.serials.splice(0, between(random, 1, 3));
  const scans = pieces.map((piece) => saveOf(piece, project));
  if (scans.length === 0) return;
  const result = await send(desk, calls.sendScans, { scans });
  for (const { uuid, error } of result?.data ?? []) {
    const sent = scans.find((scan) => scan.uuid === uuid);
    if (sent && error === null) desk.acknowledged.scans.set(uuid, sent);
    else desk.acknowledged.refusals.push(`a scan was refused: ${error?.code}`);
  }
}

async function rename(desk: Desk): Promise<void> {
  if (!desk.renames) return;
  const surname = `Uczciwy ${randomUUID().slice(0, 8)}`;
  const { user_id: id } = desk.session;
  const result = await send(desk, calls.updateUser, { surname }, { id });
  if (result !== null) desk.acknowledged.surnames.set(id, surname);
}

export async function writeToSupport(desk: Desk, { random }: Scene): Promise<void> {
  const uuid = randomUUID();
  const text = `Something is not right: ${uuid}`;
  if (desk.chats.length === 0) {
    const info = {
      language: 'en',
      hostname: 'a',
      region: 'PL',
      appVersion: '1',
      appType: 'browser',
    };
    const chat = { uuid: randomUUID(), message_uuid: uuid, title: 'A question', body: text };
    const opened = await send(desk, calls.createSupportChat, {
      ...chat,
      info: { ...info, ua: 'a' },
    });
    if (opened === null) return;
    desk.chats.push(opened.uuid);
  } else {
    const id = pick(random, desk.chats);
    const written = await send(desk, calls.createSupportMessage, { uuid, message: text }, { id });
    if (written === null) return;
  }
  desk.acknowledged.messages.set(uuid, text);
}
