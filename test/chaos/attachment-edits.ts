import { createHash } from 'node:crypto';
import { ATTACHMENT_PART_BYTES } from '#schemas/attachment.ts';
import { greyPng } from '#test/sync/grey-png.ts';
import type { Actor, World } from './actor.ts';
import { type DeviceState, isHeld } from './device-state.ts';
import { type AttachmentIntent, type Intents, recordIntent } from './intents.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { ServerState } from './server-state.ts';
import type { Edit } from './steps.ts';

/** Creates unique content: a photo, or for every third number a two-part document. */
function contentOf(number: number) {
  const isDocument = number % 3 === 0;
  const bytes = isDocument
    ? Buffer.alloc(ATTACHMENT_PART_BYTES + 9_000, number)
    : Buffer.concat([Buffer.from(greyPng(number % 256)), Buffer.from(`photo ${number}`)]);
  if (isDocument) bytes.write(`%PDF-1.7 ${number}`, 'latin1');
  return {
    kind: isDocument ? ('document' as const) : ('photo' as const),
    mime: isDocument ? 'application/pdf' : 'image/png',
    bytes: new Uint8Array(bytes).buffer,
  };
}

type AttachmentEdit = Extract<Edit, { edit: 'attach' | 'caption' | 'detach' }>;

/**
 * Adds, captions or removes an attachment.
 * @returns true if it was acknowledged
 */
export async function changeAttachment(
  { edit, pick }: AttachmentEdit,
  actor: Actor,
  world: World,
): Promise<boolean> {
  const { attachments, collections } = actor.account;
  const { intents } = world;
  if (edit === 'attach') return attach(pick, actor, world);
  const rows = (await collections.attachments.find().exec())
    .map((row) => row.toMutableJSON())
    .filter(({ uuid }) => intents.attachments.has(uuid))
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const row = rows[pick % Math.max(1, rows.length)];
  if (!row) return false;
  const caption = `caption ${(world.usedSerials += 1)}`;
  const before: AttachmentIntent = {
    project: row.project_id,
    caption: row.caption,
    sha256: row.sha256,
    isDeleted: false,
  };
  const result = await recordIntent(
    intents.attachments,
    row.uuid,
    actor.phone,
    (previous) => ({
      ...(previous ?? before),
      ...(edit === 'caption' ? { caption } : { isDeleted: true }),
    }),
    () =>
      actor.unlessKilled(
        edit === 'caption' ? attachments.edit(row.uuid, { caption }) : attachments.remove(row.uuid),
      ),
  );
  return result !== null;
}

async function attach(
  pick: number,
  { account, phone, unlessKilled }: Actor,
  world: World,
): Promise<boolean> {
  const documents = await account.collections.projects.find().exec();
  const projects = documents.map(({ uuid }) => uuid).toSorted();
  const project = projects[pick % Math.max(1, projects.length)];
  if (project === undefined) return false;
  const number = (world.usedSerials += 1);
  const caption = `attachment ${number}`;
  const content = contentOf(number);
  const input = { projectId: project, group: null, caption, ...content };
  // A full phone rejects the attachment, so it needn't reach the server.
  const attachmentId = await unlessKilled(account.attachments.add(input)).catch(() => null);
  if (attachmentId === null) return false;
  const sha256 = createHash('sha256').update(new Uint8Array(content.bytes)).digest('hex');
  const intent = { project, caption, sha256, isDeleted: false };
  world.intents.attachments.set(attachmentId.value, new Map([[phone, [intent]]]));
  return true;
}

/** Finds attachments that are neither on the server with their content, nor visibly rejected, nor removed. */
export function attachmentProblems(
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  const problems: Problem[] = [];
  for (const [id, byPhone] of intents.attachments) {
    const row = server.attachments.get(id);
    const allIntents = [...byPhone.values()].flat();
    const isUncertain = allIntents.includes(null);
    const possibleIntents = allIntents.filter((intent) => intent !== null);
    const mayBeDeleted = possibleIntents.some(({ project, isDeleted }) => {
      const parent = server.projects.get(project);
      return isDeleted || !parent || parent.deleted;
    });
    const isVisible = [...byPhone.keys()].some((phone) => {
      const device = locals[phone];
      const local = device?.attachments.get(id);
      return device && local && (local['state'] === 'refused' || isHeld(local, device));
    });
    if (isUncertain || isVisible) continue;
    if (!row || row.deleted ? mayBeDeleted : isAsIntended(row, possibleIntents)) continue;
    const description = `attachment ${JSON.stringify({ id, row, possibleIntents })}`;
    problems.push({ kind: 'lost', description });
  }
  const rows = [...server.attachments.values()].filter(({ deleted }) => !deleted);
  for (const [hash, copies] of Map.groupBy(rows, (row) => row['sha256'])) {
    if (copies.length > 1)
      problems.push({ kind: 'duplicated', description: `attachment ${String(hash)}` });
  }
  return problems;
}

function isAsIntended(row: Record<string, unknown>, intents: readonly AttachmentIntent[]): boolean {
  return (
    row['has_content'] === true &&
    intents.some(({ caption, sha256 }) => caption === row['caption'] && sha256 === row['sha256'])
  );
}

/** Finds attachments whose content the server doesn't serve unchanged. Photos are served without metadata. */
export async function contentProblems(
  { attachments }: ServerState,
  phone: Phone,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const row of attachments.values()) {
    if (row.deleted || row['has_content'] !== true) continue;
    const servedBytes = await phone.download(`/files/attachment/${row.uuid}`);
    const hash = servedBytes && createHash('sha256').update(servedBytes).digest('hex');
    const isServed = row['kind'] === 'photo' ? servedBytes !== null : hash === row['sha256'];
    if (!isServed) problems.push({ kind: 'lost', description: `content of ${row.uuid}` });
  }
  return problems;
}
