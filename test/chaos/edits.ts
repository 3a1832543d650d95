import type { World, Hand } from './hand.ts';
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
import { unwrite, write } from './chat-edits.ts';
import { changeLead } from './lead-edits.ts';
import { begin, changeBeginning } from './project-edits.ts';
import { promised, type ScanIntent } from './promises.ts';
import type { Edit, Piece } from './steps.ts';

const tagRules = demoRegionSettings[0]?.configuration.requires_tag_photo ?? [];
const ownerTypes = allowedTypes(demoProductTypes, roles.owner);
/** Products that can be saved without a survey or a photo. */
const plain = freeDemoSerials().filter(
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
export async function makeEdit(edit: Edit, hand: Hand, world: World): Promise<boolean> {
  switch (edit.edit) {
    case 'scan':
      return scan(hand, world, edit.project, pieceOf(edit.piece, world));
    case 'photo':
      return photo(hand, world, edit.project, edit.picture);
    case 'mend':
    case 'remove':
    case 'again':
      return changeScan(edit, hand, world);
    case 'note':
    case 'step':
    case 'reject':
    case 'decide':
    case 'withdraw':
      return changeLead(edit.edit, edit.pick, hand, world);
    case 'close':
      return close(hand, world, edit.project);
    case 'read':
      return read(hand, world, edit.pick);
    case 'write':
      return write(hand, world, edit.pick);
    case 'unwrite':
      return unwrite(hand, world, edit.pick);
    case 'begin':
      return begin(hand, world);
    case 'correct':
    case 'begin_again':
    case 'discard':
      return changeBeginning(edit.edit, edit.pick, hand, world);
    case 'survey':
      return stepSurvey(hand, world, edit.step);
  }
}

function pieceOf(kind: Piece, world: World): DemoSerial {
  const at = kind === 'used' ? Math.max(0, world.taken - 2) : (world.taken += 1);
  const piece = plain[at % plain.length];
  if (!piece) throw new Error('The registry has no plain serial number.');
  return kind === 'unknown' ? { ...piece, code: `99Z${String(at).padStart(5, '0')}-0001` } : piece;
}

async function openProjects({ collections }: LocalAccount): Promise<string[]> {
  const found = await collections.projects.find().exec();
  const open = found.filter(({ status, closing }) => isProjectOpen(status.id) && closing === null);
  return open.map(({ uuid }) => uuid).toSorted();
}

async function scan(hand: Hand, world: World, at: number, piece: DemoSerial): Promise<boolean> {
  const { code: serial_number, ...product } = piece;
  const captured = { ...product, serial_number, is_unique: true, manual: false };
  return captureAndSave(hand, world, at, captured);
}

type Captured = Parameters<LocalAccount['scanCommands']['captureScan']>[0];

async function captureAndSave(hand: Hand, world: World, at: number, captured: Captured) {
  const { promises } = world;
  const { scanCommands } = hand.account;
  const projects = await openProjects(hand.account);
  const project = projects[at % Math.max(1, projects.length)];
  const done = await hand.unlessKilled(scanCommands.captureScan(captured));
  if (done === null) {
    promises.strays.add(captured.serial_number);
    return false;
  }
  const serial = captured.serial_number;
  const intent = { serial, project: '', deleted: false };
  promises.scans.set(done.value, new Map([[hand.phone, [intent]]]));
  if (project === undefined) return true;
  const saved = await promised(
    promises.scans,
    done.value,
    hand.phone,
    () => ({ ...intent, project }),
    () => hand.unlessKilled(scanCommands.saveScanToProject([done.value], project)),
  );
  return saved !== null;
}

async function photo(hand: Hand, world: World, at: number, shade: number): Promise<boolean> {
  const kept = await hand.unlessKilled(hand.account.photos.save(greyPng(shade), 'image/png'));
  if (kept === null) return false;
  const { type, size, variant } = pieceOf('free', world);
  const generic = { type, size, variant, serial_number: null, is_unique: false, manual: false };
  return captureAndSave(hand, world, at, { ...generic, imageIdxDB: kept.value });
}

type ScanChange = Extract<Edit, { edit: 'mend' } | { edit: 'remove' | 'again' }>;

async function changeScan(edit: ScanChange, hand: Hand, world: World): Promise<boolean> {
  const { promises } = world;
  const { scanCommands, collections } = hand.account;
  const found = await collections.scans.find().exec();
  const known = found
    .filter(
      ({ uuid, state }) =>
        promises.scans.has(uuid) && (edit.edit !== 'again' || state === 'refused'),
    )
    .map((row) => row.toMutableJSON())
    .toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  const row = known[edit.pick % Math.max(1, known.length)];
  if (!row) return false;
  const now: ScanIntent = { serial: row.serial_number, project: row.projects_id, deleted: false };
  // Based on the previous intent, not on this page's data, which may lag behind the other page's edit.
  type Next = (before: ScanIntent) => ScanIntent;
  const note = (next: Next, work: () => Promise<void>) =>
    promised(
      promises.scans,
      row.uuid,
      hand.phone,
      (before) => next(before ?? now),
      () => hand.unlessKilled(work()),
    );
  if (edit.edit === 'remove') {
    const remove = () => scanCommands.removeScan(row.uuid);
    return (await note((before) => ({ ...before, deleted: true }), remove)) !== null;
  }
  if (edit.edit === 'again') {
    const again = () => scanCommands.retryScan(row.uuid);
    return (await note((before) => before, again)) !== null;
  }
  if (edit.edit !== 'mend' || row.serial_number === null) return false;
  const { code: serial, ...product } = pieceOf(edit.piece, world);
  const mend = () => scanCommands.editScan(row.uuid, { ...product, serial_number: serial });
  return (await note((before) => ({ ...before, serial }), mend)) !== null;
}

async function close(hand: Hand, { promises }: World, at: number): Promise<boolean> {
  const projects = await openProjects(hand.account);
  const project = projects[at % Math.max(1, projects.length)];
  if (project === undefined) return false;
  const closing = hand.account.projectCommands.closeProject(project, CLOSING);
  const done = await hand.unlessKilled(closing).catch(() => null);
  if (done === null) return false;
  promises.closings.set(project, new Set([...(promises.closings.get(project) ?? []), hand.phone]));
  return true;
}

async function read(hand: Hand, { promises }: World, pick: number): Promise<boolean> {
  const unread = await hand.account.collections.notifications
    .find({ selector: { mark: 'unread' } })
    .exec();
  const ids = unread.map(({ uuid }) => uuid).toSorted();
  const id = ids[pick % Math.max(1, ids.length)];
  if (id === undefined) return false;
  const done = await hand.unlessKilled(hand.account.notificationCommands.markNotificationRead(id));
  if (done !== null) promises.read.set(id, hand.phone);
  return done !== null;
}

async function stepSurvey(hand: Hand, { promises }: World, step: SurveyAction): Promise<boolean> {
  const { surveyCommands, collections } = hand.account;
  const survey = (await collections.surveys.find().exec())[0];
  if (!survey) return false;
  const isOver = step === 'complete' || step === 'never';
  const done = await promised(
    promises.surveys,
    survey.uuid,
    hand.phone,
    () => ({ isOver }),
    () => hand.unlessKilled(surveyCommands.applySurveyStep(survey.uuid, step)),
  );
  return done !== null;
}
