import { isProjectOpen, projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { type DeviceState, isHeld, type LocalRow } from './device-state.ts';
import type { Problem } from './problem.ts';
import type { LeadIntent, Possible, Intents, ScanIntent } from './intents.ts';
import type { ServerState, WireRow } from './server-state.ts';

export function scanProblems(
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhone] of intents.scans) {
    const allIntents = [...byPhone.values()].flat().filter((intent) => intent !== null);
    for (const [phone, ownIntents] of byPhone) {
      const device = locals[phone];
      const local = device?.scans.get(id);
      if (device && local && isHeld(local, device)) continue;
      if (
        isFulfilled(
          local,
          server.scans.get(id),
          ownIntents,
          allIntents,
          intents.phonesWithDiscards.has(phone),
        )
      )
        continue;
      const description = {
        phone,
        id,
        state: local?.['state'],
        server: server.scans.get(id),
        intents: ownIntents,
      };
      problems.push({ kind: 'lost', description: `scan ${JSON.stringify(description)}` });
    }
  }
  return problems;
}

/** Finds rejected new photos that can neither be discarded nor taken again. */
export function stuckPhotoProblems(intents: Intents, device: DeviceState): Problem[] {
  return [...device.scans.values()].flatMap((scan): Problem[] => {
    const isNewPhoto = intents.newPhotos.has(String(scan['imageIdxDB']));
    const project = device.projects.get(String(scan['projects_id']));
    const status = (project?.['status'] as { id: ProjectStatusId } | undefined)?.id;
    if (!isNewPhoto || scan['state'] !== 'refused' || scan['replaced_photo'] !== null) return [];
    if (status === undefined || isProjectOpen(status)) return [];
    return [{ kind: 'stuck', description: `new photo of ${scan.uuid}` }];
  });
}

/** True if the scan is on the server as intended, or visibly rejected on the phone. */
function isFulfilled(
  local: LocalRow | undefined,
  row: WireRow | undefined,
  ownIntents: readonly Possible<ScanIntent>[],
  allIntents: readonly ScanIntent[],
  hasDiscards: boolean,
): boolean {
  if (ownIntents.includes(null) || local?.['state'] === 'refused' || local?.['refusal'])
    return true;
  if (local?.['state'] === 'captured') {
    return hasDiscards || ownIntents.some((intent) => intent?.project === '' && !intent.deleted);
  }
  const isDeleted = row === undefined || row.deleted;
  // The scan was captured and discarded before it reached the server.
  if (isDeleted) return local === undefined && allIntents.some(({ deleted }) => deleted);
  const isAsIntended = allIntents.some(
    ({ serial, project, deleted }) =>
      !deleted &&
      row['serial_number'] === serial &&
      (row['projects_id'] === project || hasDiscards),
  );
  // Photo and serial number may be from edits of different phones.
  const hasPhoto = allIntents.some(
    ({ photo }) => photo === undefined || row['image_data'] === photo,
  );
  return isAsIntended && hasPhoto;
}

export function leadProblems(
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhone] of intents.leads) {
    const row = server.leads.get(id);
    const allIntents = [...byPhone.values()].flat().filter((intent) => intent !== null);
    for (const [phone, ownIntents] of byPhone) {
      if (locals[phone]?.leads.get(id)?.['state'] === 'refused' || !row) continue;
      if (ownIntents.some((intent) => intent === null || isApplied(intent, row, allIntents)))
        continue;
      problems.push({
        kind: 'lost',
        description: `lead ${JSON.stringify({ phone, id, row, intents: ownIntents })}`,
      });
    }
  }
  return problems;
}

/** True if each edited part has the intended value, or that of a later edit. */
function isApplied(
  ownIntents: LeadIntent,
  row: WireRow,
  allIntents: readonly LeadIntent[],
): boolean {
  const otherIntents = allIntents.filter((intent) => intent !== ownIntents);
  const hasNotes =
    ownIntents.notes === undefined ||
    row['NotesFromVELUXClub'] === ownIntents.notes ||
    otherIntents.some(({ notes }) => notes === row['NotesFromVELUXClub']);
  const status = String(row['status']);
  const hasStatus =
    ownIntents.status === undefined ||
    status === ownIntents.status ||
    (ownIntents.status === 'agreed' && status === 'closed') ||
    otherIntents.some((other) => other.status === status);
  return hasNotes && hasStatus;
}

export function closingProblems(
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhones] of intents.closings) {
    const status = (server.projects.get(id)?.['status'] as { id: number } | undefined)?.id;
    if (status === projectStatus.closed || status === projectStatus.inReview) continue;
    for (const phone of byPhones) {
      const device = locals[phone];
      const localRow = device?.projects.get(id);
      if (device && localRow && (localRow['state'] === 'refused' || isHeld(localRow, device)))
        continue;
      if (intents.phonesWithDiscards.has(phone) && !server.projects.has(id)) continue;
      problems.push({
        kind: 'lost',
        description: `closing of ${id} by ${phone}, its status is ${status}`,
      });
    }
  }
  return problems;
}

/**
 * Checks that each acknowledged message appears exactly once in the phone's chats, sent or visibly rejected; after a
 * kill, once or not at all. Only its writer sees a chat, so each phone is checked separately.
 */
export function messageProblems(intents: Intents, phone: number, local: DeviceState): Problem[] {
  const texts: string[] = [];
  for (const chat of local.chats.values()) {
    const { messages, unsent } = chat as unknown as Record<
      'messages' | 'unsent',
      { readonly message: string }[]
    >;
    texts.push(...[...messages, ...unsent].map(({ message }) => message));
  }
  const ownIntents = [...intents.messages].filter(([, writer]) => writer === phone);
  const missingMessages = ownIntents.filter(([text]) => !texts.includes(text));
  const duplicates = texts.filter(
    (text, index) => text.startsWith('message ') && texts.indexOf(text) < index,
  );
  return [
    ...missingMessages.map(([text]) => ({ kind: 'lost' as const, description: text })),
    ...duplicates.map((text) => ({ kind: 'duplicated' as const, description: text })),
  ];
}

export function startedProjectProblems(
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  return [...intents.creations].flatMap(([id, byPhone]): Problem[] => {
    const row = server.projects.get(id);
    const allIntents = [...byPhone.values()].flat();
    // The server may have received a discarded project earlier.
    const isDiscarded = allIntents.some((intent) => intent === null || intent.isDiscarded);
    if (row ? allIntents.some((intent) => intent?.street === row['street_name']) : isDiscarded)
      return [];
    const isRejected = [...byPhone.keys()].some(
      (phone) => locals[phone]?.projects.get(id)?.['state'] === 'refused',
    );
    if (isRejected) return [];
    const local = locals.map(({ projects }) => projects.get(id));
    const description = `project ${id} ${JSON.stringify({ intents: [...byPhone], server: row, local })}`;
    return [{ kind: 'lost', description }];
  });
}

/** Notifications are created by the server; a restored server may have lost them. */
export function readProblems(
  intents: Intents,
  phone: number,
  local: DeviceState,
  wasRestored: boolean,
): Problem[] {
  return [...intents.readNotifications].flatMap(([id, reader]): Problem[] => {
    const localRow = local.notifications.get(id);
    if (reader !== phone || localRow?.['mark'] === 'read' || (!localRow && wasRestored)) return [];
    return [{ kind: 'lost', description: `reading ${id}` }];
  });
}

export function surveyProblems(
  intents: Intents,
  phone: number,
  server: ServerState | undefined,
): Problem[] {
  return [...intents.surveys].flatMap(([id, byPhone]): Problem[] => {
    const ownIntents = byPhone.get(phone) ?? [null];
    const isFinal = server?.surveys.get(id)?.['delayed_to'] === FAR_FUTURE;
    if (ownIntents.some((intent) => intent === null || intent.isFinal === isFinal)) return [];
    return [
      { kind: 'lost', description: `survey ${JSON.stringify({ phone, id, intents: ownIntents })}` },
    ];
  });
}
