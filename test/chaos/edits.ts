import type { World, Actor } from './actor.ts';
import { allowedTypes, requiresProductSurvey } from '#schemas/product-type.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { roles } from '#schemas/roles.ts';
import type { SurveyAction } from '#schemas/survey-status.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { type DemoSerial, freeDemoSerials } from '#server/demo/serials.ts';
import type { LocalAccount } from '#sync/account.ts';
import { greyPng } from '#test/sync/grey-png.ts';
import { changeAttachment } from './attachment-edits.ts';
import { discardMessage, writeMessage } from './chat-edits.ts';
import { changeLead } from './lead-edits.ts';
import { startProject, changeCreation } from './project-edits.ts';
import { intentOf, recordIntent, type ScanIntent } from './intents.ts';
import { discardNewPhoto, takeNewPhoto } from './photo-edits.ts';
import type { Edit, SerialKind } from './steps.ts';

const tagRules = demoRegionSettings[0]?.configuration.requires_tag_photo ?? [];
const ownerTypes = allowedTypes(demoProductTypes, roles.owner);
/** Products that can be saved without a survey or a photo. */
const plainSerials = freeDemoSerials().filter(
  ({ code, type, variant }) =>
    ownerTypes.has(type) &&
    !requiresProductSurvey(demoProductTypes, type) &&
    !requiresTagPhoto(code, variant, tagRules),
);
const CLOSING = [
  { question_id: 500, answer_id: 501, value: null },
  { question_id: 520, answer_id: 521, value: null },
];

/**
 * Makes an edit if there is something to edit.
 * @returns true if it was acknowledged
 */
export async function makeEdit(edit: Edit, actor: Actor, world: World): Promise<boolean> {
  switch (edit.edit) {
    case 'scan':
      return scanProduct(actor, world, edit.project, serialOf(edit.serialKind, world));
    case 'photo':
      return takePhoto(actor, world, edit.project, edit.picture);
    case 'change':
    case 'remove':
    case 'retry':
      return changeScan(edit, actor, world);
    case 'note':
    case 'step':
    case 'reject':
    case 'accept_rejection':
    case 'withdraw':
      return changeLead(edit.edit, edit.pick, actor, world);
    case 'new_photo':
      return takeNewPhoto(actor, world, edit);
    case 'discard_new_photo':
      return discardNewPhoto(actor, world, edit.pick);
    case 'close':
      return closeProject(actor, world, edit.project);
    case 'read':
      return readNotification(actor, world, edit.pick);
    case 'write':
      return writeMessage(actor, world, edit.pick);
    case 'discard_message':
      return discardMessage(actor, world, edit.pick);
    case 'create_project':
      return startProject(actor, world);
    case 'correct':
    case 'retry_creation':
    case 'discard':
      return changeCreation(edit.edit, edit.pick, actor, world);
    case 'attach':
    case 'caption':
    case 'detach':
      return changeAttachment(edit, actor, world);
    case 'survey':
      return answerSurvey(actor, world, edit.step);
  }
}

function serialOf(kind: SerialKind, world: World): DemoSerial {
  const index = kind === 'used' ? Math.max(0, world.usedSerials - 2) : (world.usedSerials += 1);
  const serial = plainSerials[index % plainSerials.length];
  if (!serial) throw new Error('The registry has no plain serial number.');
  return kind === 'unknown'
    ? { ...serial, code: `99Z${String(index).padStart(5, '0')}-0001` }
    : serial;
}

async function openProjects({ collections }: LocalAccount): Promise<string[]> {
  const documents = await collections.projects.find().exec();
  const openDocuments = documents.filter(
    ({ status, closing }) => isProjectOpen(status.id) && closing === null,
  );
  return openDocuments.map(({ uuid }) => uuid).toSorted();
}

async function scanProduct(
  actor: Actor,
  world: World,
  projectPick: number,
  serial: DemoSerial,
): Promise<boolean> {
  const { code: serial_number, ...product } = serial;
  const capturedScan = { ...product, serial_number, is_unique: true, manual: false };
  return captureAndSave(actor, world, projectPick, capturedScan);
}

type CapturedScan = Parameters<LocalAccount['scanCommands']['captureScan']>[0];

async function captureAndSave(
  actor: Actor,
  world: World,
  projectPick: number,
  capturedScan: CapturedScan,
) {
  const { intents } = world;
  const { scanCommands } = actor.account;
  const projects = await openProjects(actor.account);
  const project = projects[projectPick % Math.max(1, projects.length)];
  const result = await actor.unlessKilled(scanCommands.captureScan(capturedScan));
  if (result === null) {
    intents.unknownSerials.add(capturedScan.serial_number);
    return false;
  }
  const serial = capturedScan.serial_number;
  const intent = { serial, project: '', photo: capturedScan.imageIdxDB ?? null, deleted: false };
  intents.scans.set(result.value, new Map([[actor.phone, [intent]]]));
  if (project === undefined) return true;
  const saveResult = await recordIntent(
    intents.scans,
    result.value,
    actor.phone,
    () => ({ ...intent, project }),
    () => actor.unlessKilled(scanCommands.saveScanToProject([result.value], project)),
  );
  return saveResult !== null;
}

async function takePhoto(
  actor: Actor,
  world: World,
  projectPick: number,
  shade: number,
): Promise<boolean> {
  const savedPhoto = await actor.unlessKilled(
    actor.account.photos.save(greyPng(shade), 'image/png'),
  );
  if (savedPhoto === null) return false;
  world.intents.photos.add(savedPhoto.value);
  const { type, size, variant } = serialOf('unused', world);
  const genericProduct = {
    type,
    size,
    variant,
    serial_number: null,
    is_unique: false,
    manual: false,
  };
  return captureAndSave(actor, world, projectPick, {
    ...genericProduct,
    imageIdxDB: savedPhoto.value,
  });
}

type ScanChange = Extract<Edit, { edit: 'change' } | { edit: 'remove' | 'retry' }>;

async function changeScan(edit: ScanChange, actor: Actor, world: World): Promise<boolean> {
  const { intents } = world;
  const { scanCommands, collections } = actor.account;
  const documents = await collections.scans.find().exec();
  // A scan made before the history can only be recognised by its new photo.
  const isNewPhoto = (id: string, photo: string | null) =>
    intents.existingScans.has(id) || intents.newPhotos.has(photo ?? '');
  const scans = documents
    .filter(
      ({ uuid, state, imageIdxDB, replaced_photo }) =>
        intents.scans.has(uuid) &&
        (edit.edit !== 'retry' || state === 'refused') &&
        // The app offers neither changing nor removing a submitted product.
        (edit.edit === 'retry' || !(replaced_photo !== null || isNewPhoto(uuid, imageIdxDB))),
    )
    .map((row) => row.toMutableJSON())
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const row = scans[edit.pick % Math.max(1, scans.length)];
  if (!row) return false;
  const currentIntent = intentOf(row);
  // Based on the previous intent, not on this page's data, which may lag behind the other page's edit.
  type Next = (before: ScanIntent) => ScanIntent;
  const record = (next: Next, command: () => Promise<void>) =>
    recordIntent(
      intents.scans,
      row.uuid,
      actor.phone,
      (before) => next(before ?? currentIntent),
      () => actor.unlessKilled(command()),
    );
  if (edit.edit === 'remove') {
    const remove = () => scanCommands.removeScan(row.uuid);
    return (await record((before) => ({ ...before, deleted: true }), remove)) !== null;
  }
  if (edit.edit === 'retry') {
    const retry = () => scanCommands.retryScan(row.uuid);
    return (await record((before) => before, retry)) !== null;
  }
  if (edit.edit !== 'change' || row.serial_number === null) return false;
  const { code: serial, ...product } = serialOf(edit.serialKind, world);
  const correct = () => scanCommands.editScan(row.uuid, { ...product, serial_number: serial });
  return (await record((before) => ({ ...before, serial }), correct)) !== null;
}

async function closeProject(
  actor: Actor,
  { intents }: World,
  projectPick: number,
): Promise<boolean> {
  const projects = await openProjects(actor.account);
  const project = projects[projectPick % Math.max(1, projects.length)];
  if (project === undefined) return false;
  const closing = actor.account.projectCommands.closeProject(project, CLOSING);
  const result = await actor.unlessKilled(closing).catch(() => null);
  if (result === null) return false;
  intents.closings.set(project, new Set([...(intents.closings.get(project) ?? []), actor.phone]));
  return true;
}

async function readNotification(actor: Actor, { intents }: World, pick: number): Promise<boolean> {
  const unreadNotifications = await actor.account.collections.notifications
    .find({ selector: { mark: 'unread' } })
    .exec();
  const ids = unreadNotifications.map(({ uuid }) => uuid).toSorted();
  const id = ids[pick % Math.max(1, ids.length)];
  if (id === undefined) return false;
  const result = await actor.unlessKilled(
    actor.account.notificationCommands.markNotificationRead(id),
  );
  if (result !== null) intents.readNotifications.set(id, actor.phone);
  return result !== null;
}

async function answerSurvey(
  actor: Actor,
  { intents }: World,
  action: SurveyAction,
): Promise<boolean> {
  const { surveyCommands, collections } = actor.account;
  const survey = (await collections.surveys.find().exec())[0];
  if (!survey) return false;
  const isFinal = action === 'complete' || action === 'never';
  const result = await recordIntent(
    intents.surveys,
    survey.uuid,
    actor.phone,
    () => ({ isFinal }),
    () => actor.unlessKilled(surveyCommands.applySurveyStep(survey.uuid, action)),
  );
  return result !== null;
}
