import { type CollectionName, collections } from '#schemas/collections.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { isSame } from '#sync/store/is-same.ts';
import type { Phone } from './phone.ts';
import type { LeadIntent, Possible, Promises, ScanIntent } from './promises.ts';
import { pointsOf, serverState, type ServerState, type WireRow } from './server-state.ts';

/** What is not as it was promised. `unsettled` may still come right by itself. */
export interface Problem {
  readonly kind: 'unsettled' | 'differs' | 'lost' | 'doubled' | 'points' | 'stumbled';
  readonly what: string;
}
type LocalRow = Record<string, unknown> & { readonly uuid: string };
type Local = Record<CollectionName, Map<string, LocalRow>>;

/** Compares everything with everything, once all is connected again. */
export async function judge(phones: readonly Phone[], promises: Promises): Promise<Problem[]> {
  const problems: Problem[] = [];
  const locals: Local[] = [];
  let server: ServerState | null = null;
  for (const phone of phones) {
    const local = await localState(phone);
    server = await serverState(phone.direct);
    locals.push(local);
    for (const name of Object.keys(collections) as CollectionName[]) {
      problems.push(...differences(name, local, server[name], phone.who));
    }
  }
  const [owner] = phones;
  if (server === null || !owner) return problems;
  problems.push(...scanProblems(promises, locals, server));
  problems.push(...leadProblems(promises, locals, server));
  problems.push(...closingProblems(promises, locals, server));
  problems.push(...doubles(promises, server));
  for (const [at, local] of locals.entries()) {
    problems.push(...messageProblems(promises, at, local));
  }
  for (const [id, phone] of promises.read) {
    if (locals[phone]?.notifications.get(id)?.['mark'] !== 'read') lost(`reading ${id}`);
  }
  const { companyId } = demoAccounts[owner.who];
  const { sum, said } = await pointsOf(server, owner.direct, companyId);
  if (sum !== said) problems.push({ kind: 'points', what: `ledger ${sum}, summary ${said}` });
  return problems;

  function lost(what: string): void {
    problems.push({ kind: 'lost', what });
  }
}

async function localState(phone: Phone): Promise<Local> {
  const account = phone.pages.find((page) => page !== null)?.account;
  if (!account) throw new Error('No page of the phone is open.');
  const names = Object.keys(collections) as CollectionName[];
  const read = await Promise.all(
    names.map(async (name) => {
      const found = await account.collections[name].find().exec();
      const rows = found.map((row) => row.toMutableJSON() as unknown as LocalRow);
      return new Map(rows.map((row) => [row.uuid, row]));
    }),
  );
  return Object.fromEntries(names.map((name, at) => [name, read[at]])) as Local;
}

/** Field by field, as far as the phone has no work of its own on it. */
function differences(
  name: CollectionName,
  device: Local,
  server: ReadonlyMap<string, WireRow>,
  who: string,
): Problem[] {
  const problems: Problem[] = [];
  const local = device[name];
  const differs = (what: string) =>
    problems.push({ kind: 'differs', what: `${who} ${name} ${what}` });
  for (const row of server.values()) {
    const mine = local.get(row.uuid);
    if (!mine && !row.deleted) differs(`${row.uuid} is missing`);
    if (!mine || mine['state'] === 'refused' || isHeld(mine, device)) continue;
    if (mine['state'] === 'waiting') {
      problems.push({ kind: 'unsettled', what: `${who} ${name} ${row.uuid}` });
    } else if (row.deleted && mine['state'] !== 'captured') {
      differs(`${row.uuid} should be gone`);
    } else if (!row.deleted) {
      const keys = Object.keys(row).filter(
        (key) => key !== 'deleted' && !isSame(mine[key], row[key]),
      );
      if (keys.length > 0) differs(`${row.uuid} in ${keys.join(', ')}`);
    }
  }
  for (const mine of local.values()) {
    // A project that was made of a lead stands and falls with it, and the lead is judged by itself.
    const isOfLead = typeof mine['awaits_lead'] === 'string';
    const isOpen = mine['state'] === 'captured' || mine['state'] === 'refused';
    if (server.has(mine.uuid) || isOpen || isOfLead || isHeld(mine, device)) continue;
    const kind = mine['state'] === 'waiting' ? 'unsettled' : 'differs';
    problems.push({ kind, what: `${who} ${name} ${mine.uuid} is not on the server` });
  }
  return problems;
}

/**
 * What waits visibly until the person decides, and stays: a closing for its products, and a product for
 * the lead that its project was made of, which the server refused.
 */
function isHeld(row: LocalRow, device: Local): boolean {
  if (row['state'] !== 'waiting') return false;
  const closing = row['closing'] as { released: boolean } | null | undefined;
  const project = device.projects.get(String(row['projects_id']));
  const lead = device.leads.get(String(project?.['awaits_lead']));
  return closing?.released === false || lead?.['state'] === 'refused';
}

function scanProblems(
  promises: Promises,
  locals: readonly Local[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhone] of promises.scans) {
    const anybodys = [...byPhone.values()].flat().filter((intent) => intent !== null);
    for (const [phone, intents] of byPhone) {
      const device = locals[phone];
      const local = device?.scans.get(id);
      if (device && local && isHeld(local, device)) continue;
      if (isKept(local, server.scans.get(id), intents, anybodys, promises.givenUp.has(phone)))
        continue;
      const what = { phone, id, state: local?.['state'], server: server.scans.get(id), intents };
      problems.push({ kind: 'lost', what: `scan ${JSON.stringify(what)}` });
    }
  }
  return problems;
}

/** Whether a scan is as it was meant, on the server or visibly refused on the phone. */
function isKept(
  local: LocalRow | undefined,
  row: WireRow | undefined,
  own: readonly Possible<ScanIntent>[],
  anybodys: readonly ScanIntent[],
  hasGivenUp: boolean,
): boolean {
  if (own.includes(null) || local?.['state'] === 'refused' || local?.['refusal']) return true;
  if (local?.['state'] === 'captured') {
    return hasGivenUp || own.some((intent) => intent?.project === '' && !intent.deleted);
  }
  const isGone = row === undefined || row.deleted;
  // Captured and thrown away again: the server has never heard of it.
  if (isGone) return local === undefined && anybodys.some(({ deleted }) => deleted);
  return anybodys.some(
    ({ serial, project, deleted }) =>
      !deleted && row['serial_number'] === serial && (row['projects_id'] === project || hasGivenUp),
  );
}

function leadProblems(
  promises: Promises,
  locals: readonly Local[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhone] of promises.leads) {
    const row = server.leads.get(id);
    const anybodys = [...byPhone.values()].flat().filter((intent) => intent !== null);
    for (const [phone, intents] of byPhone) {
      if (locals[phone]?.leads.get(id)?.['state'] === 'refused' || !row) continue;
      if (intents.some((intent) => intent === null || isDone(intent, row, anybodys))) continue;
      problems.push({ kind: 'lost', what: `lead ${JSON.stringify({ phone, id, row, intents })}` });
    }
  }
  return problems;
}

/** Each part of an edit of a lead is what it was meant to be, or what somebody else made of it since. */
function isDone(own: LeadIntent, row: WireRow, anybodys: readonly LeadIntent[]): boolean {
  const others = anybodys.filter((intent) => intent !== own);
  const isNoted =
    own.notes === undefined ||
    row['NotesFromVELUXClub'] === own.notes ||
    others.some(({ notes }) => notes === row['NotesFromVELUXClub']);
  const status = String(row['status']);
  const isMoved =
    own.status === undefined ||
    status === own.status ||
    (own.status === 'agreed' && status === 'closed') ||
    others.some((other) => other.status === status);
  return isNoted && isMoved;
}

function closingProblems(
  promises: Promises,
  locals: readonly Local[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhones] of promises.closings) {
    const status = (server.projects.get(id)?.['status'] as { id: number } | undefined)?.id;
    if (status === projectStatus.closed || status === projectStatus.inReview) continue;
    for (const phone of byPhones) {
      const device = locals[phone];
      const mine = device?.projects.get(id);
      if (device && mine && (mine['state'] === 'refused' || isHeld(mine, device))) continue;
      if (promises.givenUp.has(phone) && !server.projects.has(id)) continue;
      problems.push({
        kind: 'lost',
        what: `closing of ${id} by ${phone}, its status is ${status}`,
      });
    }
  }
  return problems;
}

/** Effects that are there more than once, or that nobody asked for. */
function doubles(promises: Promises, server: ServerState): Problem[] {
  const problems: Problem[] = [];
  const doubled = (what: string) => problems.push({ kind: 'doubled', what });
  const living = [...server.scans.values()].filter(({ deleted }) => !deleted);
  const serials = Map.groupBy(living, (row) => row['serial_number'] as string | null);
  for (const [serial, rows] of serials) {
    if (serial !== null && rows.length > 1) doubled(`serial ${serial}`);
  }
  const booked = Map.groupBy(
    [...server.ledger.values()].filter((row) => row['event'] === 'project_closed'),
    (row) => row['project_uuid'],
  );
  for (const [project, entries] of booked)
    if (entries.length > 1) doubled(`booking of ${String(project)}`);
  for (const row of living) {
    const isOurs = promises.scans.has(row.uuid) || promises.before.has(row.uuid);
    if (!isOurs && !promises.strays.has(row['serial_number'] as string | null)) {
      doubled(`scan ${row.uuid}, which nobody made`);
    }
  }
  return problems;
}

/**
 * What a phone was told is saved stands once in its chats, which are the server's by now, or is refused
 * visibly; what a kill broke off stands there once or not at all. A chat is its writer's alone, so
 * each phone answers for its own.
 */
function messageProblems(promises: Promises, phone: number, local: Local): Problem[] {
  const kept: string[] = [];
  for (const chat of local.chats.values()) {
    const { messages, unsent } = chat as unknown as Record<
      'messages' | 'unsent',
      { readonly message: string }[]
    >;
    kept.push(...[...messages, ...unsent].map(({ message }) => message));
  }
  const own = [...promises.messages].filter(([, writer]) => writer === phone);
  const lost = own.filter(([text]) => !kept.includes(text));
  const doubled = kept.filter((text, at) => text.startsWith('message ') && kept.indexOf(text) < at);
  return [
    ...lost.map(([text]) => ({ kind: 'lost' as const, what: text })),
    ...doubled.map((text) => ({ kind: 'doubled' as const, what: text })),
  ];
}
