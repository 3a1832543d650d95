import * as v from 'valibot';
import { type ChatDocument, chatOrder, chatStatuses } from '#schemas/chat.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import { settled, stateOf } from '../entities/chats/machine.ts';
import type { ClubDatabase } from '../store/database.ts';
import { withWaiting } from '../entities/leads/machine.ts';
import { changeMany } from '../store/change-many.ts';
import { type PhotoStore, sha256Of } from '../photos/photos.ts';
import { storedRows } from '../store/rows.ts';
import { storeFailure, SyncError } from '../store/sync-error.ts';
import {
  UNSENT_VERSION,
  unsentChat,
  type UnsentChat,
  unsentClosing,
  type UnsentClosing,
  unsentHeader,
  unsentItems,
  unsentLead,
  type UnsentLead,
  unsentPhoto,
  unsentProject,
  unsentScan,
  type UnsentScan,
} from './unsent-file.ts';

/** A piece of work that was not taken over. */
export interface LeftOut {
  readonly kind: 'scan' | 'lead' | 'closing' | 'project' | 'photo' | 'chat';
  readonly why: 'missing' | 'unreadable';
  /** What stands on the product's label, where that can be read. */
  readonly label: string | null;
}

/** What became of a file's pieces of work. */
export interface ImportResult {
  /** Taken over; they go out like any other unsent work. */
  readonly added: number;
  /** On this device already, or sent since. */
  readonly known: number;
  /** About a lead, a project or a scan that this device does not have. */
  readonly missing: number;
  /** In a shape that can't be read. */
  readonly unreadable: number;
  /** The last two kinds, one by one. */
  readonly left: readonly LeftOut[];
}
type Fate = Exclude<keyof ImportResult, 'left'>;

/**
 * Takes unsent work over from a file. The edits keep their ids: a file that is imported twice, or whose
 * work was sent since, changes nothing more (F01).
 * @param file of `exportUnsent`
 * @param options `isOtherAgreed` the person knows that the file is of another account
 * @throws SyncError `file_unreadable`, `file_newer`, `file_of_other_account`, and those of the store
 */
export async function importUnsent(
  file: Blob,
  ports: { database: ClubDatabase; photos: PhotoStore; userId: string },
  options: { isOtherAgreed?: boolean } = {},
): Promise<ImportResult> {
  const { header, items } = await read(file);
  if (header.version > UNSENT_VERSION) throw new SyncError('file_newer');
  const isOther = header.user_id.toLowerCase() !== ports.userId.toLowerCase();
  if (isOther && !options.isOtherAgreed) throw new SyncError('file_of_other_account');

  const result = { added: 0, known: 0, missing: 0, unreadable: 0, left: [] as LeftOut[] };
  const take = async <Item>(
    kind: LeftOut['kind'],
    list: readonly unknown[],
    schema: v.GenericSchema<unknown, Item>,
    put: (item: Item) => Promise<Fate | null>,
  ) => {
    for (const one of list) {
      const parsed = v.safeParse(schema, one);
      const fate = parsed.success ? await put(parsed.output) : 'unreadable';
      if (fate) result[fate] += 1;
      if (fate === 'missing' || fate === 'unreadable')
        result.left.push({ kind, why: fate, label: labelOf(one) });
    }
  };
  try {
    // In the order of dependence: a photograph before its scan, a project before what is in it.
    await take('photo', items.photos, unsentPhoto, async ({ id, mime, sha256, base64 }) => {
      const bytes = bytesOf(base64);
      if (bytes === null || (await sha256Of(bytes)) !== sha256) return 'unreadable';
      await ports.photos.putBack({ id, mime, sha256, bytes });
      return null;
    });
    await take('project', items.projects, unsentProject, (project) =>
      putProject(ports.database, project),
    );
    await take('lead', items.leads, unsentLead, (lead) => putLead(ports.database, lead));
    await take('scan', items.scans, unsentScan, (scan) => putScan(ports.database, scan));
    await take('closing', items.closings, unsentClosing, (closing) =>
      putClosing(ports.database, closing),
    );
    await take('chat', items.chats, unsentChat, (chat) => putChat(ports.database, chat));
  } catch (error) {
    throw storeFailure(error);
  }
  return result;
}

async function read(file: Blob) {
  try {
    const said: unknown = JSON.parse(await file.text());
    return { header: v.parse(unsentHeader, said), items: v.parse(unsentItems, said) };
  } catch (error) {
    throw new SyncError('file_unreadable', error);
  }
}

async function putProject({ collections }: ClubDatabase, project: ProjectDocument) {
  // It counts as no piece of work of its own: the lead that makes it does.
  const known = await storedRows(collections.projects, [project.uuid]);
  if (known.size === 0) await collections.projects.insert(project);
  return null;
}

async function putLead({ collections }: ClubDatabase, sent: UnsentLead): Promise<Fate> {
  const lead = (await collections.leads.findOne(sent.uuid).exec())?.toMutableJSON();
  if (!lead) return 'missing';
  const fresh = freshEdits(lead, sent);
  if (fresh.length === 0) return 'known';
  await changeMany<LeadDocument>(collections.leads, [sent.uuid], (now) => {
    if (sent.state === 'refused' || now.state === 'refused') {
      const edits = [...now.edits, ...freshEdits(now, sent)];
      return {
        ...now,
        edits,
        before: null,
        state: 'refused',
        refusal: now.refusal ?? sent.refusal,
      };
    }
    return withWaiting(now, freshEdits(now, sent));
  });
  return 'added';
}

/** Those that the device does not know, neither as waiting nor as taken by the server. */
function freshEdits(lead: LeadDocument, { edits }: UnsentLead) {
  const at = edits.findIndex(({ op_id }) => op_id === lead.op_id);
  const known = new Set([...lead.edits, ...lead.sent_edits].map(({ op_id }) => op_id));
  return edits.slice(at + 1).filter(({ op_id }) => !known.has(op_id));
}

async function putScan({ collections }: ClubDatabase, sent: UnsentScan): Promise<Fate> {
  const { scans } = collections;
  const { deleted, ...scan } = sent;
  const known = (await storedRows(scans, [scan.uuid])).get(scan.uuid);
  if (!known && deleted) return 'missing';
  if (!known) {
    await scans.insert(scan);
    return 'added';
  }
  if (!deleted || known.deleted) return 'known';
  const found = await scans.findOne(scan.uuid).exec();
  await found?.incrementalModify((now) => ({
    ...now,
    op_id: scan.op_id,
    state: 'waiting',
    _deleted: true,
  }));
  return 'added';
}

async function putClosing({ collections }: ClubDatabase, sent: UnsentClosing): Promise<Fate> {
  const project = (await collections.projects.findOne(sent.uuid).exec())?.toMutableJSON();
  if (!project) return 'missing';
  if (project.closing !== null || !isOpen(project.status.id)) return 'known';
  const { state, refusal, closing } = sent;
  await changeMany<ProjectDocument>(collections.projects, [sent.uuid], (now) =>
    now.closing === null
      ? { ...now, state, refusal, closing: { ...closing, released: false } }
      : now,
  );
  return 'added';
}

async function putChat({ collections: { chats } }: ClubDatabase, sent: UnsentChat): Promise<Fate> {
  const known = (await chats.findOne(sent.uuid).exec())?.toMutableJSON();
  if (known) return addMessages(chats, known, sent);
  if (sent.opening === null) return 'missing';
  const chat = { ...sent, messages: [] };
  await chats.insert({
    ...chat,
    op_id: sent.uuid,
    updated_at: sent.created_at,
    status: chatStatuses.withSupport,
    state: stateOf(chat),
    newest_first: chatOrder(chat),
  });
  return 'added';
}

async function addMessages(
  chats: ClubDatabase['collections']['chats'],
  known: ChatDocument,
  sent: UnsentChat,
): Promise<Fate> {
  const isHere = ({ uuid }: { uuid: string }) => sent.unsent.some((one) => one.uuid === uuid);
  const here = known.messages.filter(isHere).length + known.unsent.filter(isHere).length;
  if (here === sent.unsent.length) return 'known';
  await changeMany<ChatDocument>(chats, [sent.uuid], (now) => {
    const ids = new Set(now.unsent.map(({ uuid }) => uuid));
    return settled({
      ...now,
      unsent: [...now.unsent, ...sent.unsent.filter(({ uuid }) => !ids.has(uuid))],
    });
  });
  return 'added';
}

const labelled = v.object({ type: v.string(), size: v.string(), variant: v.string() });

function labelOf(item: unknown): string | null {
  const { success, output } = v.safeParse(labelled, item);
  return success ? `${output.type} ${output.size} ${output.variant}`.slice(0, 40) : null;
}

function bytesOf(base64: string): ArrayBuffer | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer;
  } catch {
    return null;
  }
}
