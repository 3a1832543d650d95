import { projectStatus } from '#schemas/project-status.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { type DeviceState, isHeld, type LocalRow } from './device-state.ts';
import type { Problem } from './problem.ts';
import type { LeadIntent, Possible, Promises, ScanIntent } from './promises.ts';
import type { ServerState, WireRow } from './server-state.ts';

export function scanProblems(
  promises: Promises,
  locals: readonly DeviceState[],
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

/** True if the scan is on the server as intended, or visibly rejected on the phone. */
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
  // Captured and discarded before the server knew it.
  if (isGone) return local === undefined && anybodys.some(({ deleted }) => deleted);
  return anybodys.some(
    ({ serial, project, deleted }) =>
      !deleted && row['serial_number'] === serial && (row['projects_id'] === project || hasGivenUp),
  );
}

export function leadProblems(
  promises: Promises,
  locals: readonly DeviceState[],
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

/** True if each edited part has the intended value, or that of a later edit. */
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

export function closingProblems(
  promises: Promises,
  locals: readonly DeviceState[],
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

/**
 * Checks that each acknowledged message is exactly once in the phone's chats, sent or visibly rejected; after a
 * kill, once or not at all. Only its writer sees a chat, so each phone is checked for itself.
 */
export function messageProblems(promises: Promises, phone: number, local: DeviceState): Problem[] {
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

export function begunProblems(
  promises: Promises,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  return [...promises.begun].flatMap(([id, byPhone]): Problem[] => {
    const row = server.projects.get(id);
    const anybodys = [...byPhone.values()].flat();
    // A discarded project may have been received before.
    const isDiscarded = anybodys.some((intent) => intent === null || intent.isDiscarded);
    if (row ? anybodys.some((one) => one?.street === row['street_name']) : isDiscarded) return [];
    const isRefused = [...byPhone.keys()].some(
      (phone) => locals[phone]?.projects.get(id)?.['state'] === 'refused',
    );
    if (isRefused) return [];
    return [{ kind: 'lost', what: `project ${id} ${JSON.stringify([...byPhone])}` }];
  });
}

/** Notifications are created by the server; a restored server may have lost them. */
export function readProblems(
  promises: Promises,
  phone: number,
  local: DeviceState,
  wasRestored: boolean,
): Problem[] {
  return [...promises.read].flatMap(([id, reader]): Problem[] => {
    const mine = local.notifications.get(id);
    if (reader !== phone || mine?.['mark'] === 'read' || (!mine && wasRestored)) return [];
    return [{ kind: 'lost', what: `reading ${id}` }];
  });
}

export function surveyProblems(
  promises: Promises,
  phone: number,
  server: ServerState | undefined,
): Problem[] {
  return [...promises.surveys].flatMap(([id, byPhone]): Problem[] => {
    const intents = byPhone.get(phone) ?? [null];
    const isOver = server?.surveys.get(id)?.['delayed_to'] === FAR_FUTURE;
    if (intents.some((intent) => intent === null || intent.isOver === isOver)) return [];
    return [{ kind: 'lost', what: `survey ${JSON.stringify({ phone, id, intents })}` }];
  });
}
