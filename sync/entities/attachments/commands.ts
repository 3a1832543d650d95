import type { Observable } from 'rxjs';
import * as v from 'valibot';
import {
  ATTACHMENT_QUOTA_BYTES,
  type AttachmentDocument,
  type AttachmentKind,
  attachmentDocument,
  MAX_ATTACHMENT_BYTES,
  MAX_PROJECT_PHOTOS,
} from '#schemas/attachment.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { AttachmentContents } from '../../attachments/contents.ts';
import type { LazyContents } from '../../attachments/lazy-contents.ts';
import { type PhotoBytes, sha256Of } from '../../photos/photos.ts';
import { change, findRow, findRows, insert } from '../../store/documents.ts';
import { rowsBy } from '../../store/reads.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import {
  type AttachmentChanges,
  type AttachmentEvent,
  newAttachment,
  nextAttachment,
} from './machine.ts';

/** An attachment to add. */
interface AttachmentInput extends PhotoBytes {
  /**
   * Id chosen by the caller, so that the same attachment is only added once. If omitted, the attachment gets a new id.
   */
  readonly uuid?: string;
  readonly projectId: string;
  readonly kind: AttachmentKind;
  readonly group: AttachmentDocument['group'];
  readonly caption: string;
}

/** Attachments of projects. Commands work offline, resolve after the local commit (F24) and throw SyncError. */
export interface AttachmentCommands {
  /**
   * Adds an attachment. The project may be closed.
   * @returns the attachment's id
   * @throws SyncError `project_not_found`; `photo_too_large`; `storage_full`; `attachments_full` if the project has the
   *   maximum number of photos; `attachment_quota_full` if the attachments on this device would take up too much space
   */
  add(input: AttachmentInput): Promise<string>;
  edit(id: string, changes: AttachmentChanges): Promise<void>;
  /** Resends a rejected attachment. */
  retry(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns null if the content isn't on this device. */
  read(id: string): Promise<PhotoBytes | null>;
}

/** Commands and live list of attachments. */
export interface Attachments extends AttachmentCommands {
  /** Live list of a project's attachments, oldest first. */
  attachmentsOfProject$(projectId: string): Observable<AttachmentDocument[]>;
}

export interface AttachmentPorts extends CommandPorts {
  readonly contents: LazyContents;
  readonly userId: string;
  readonly attachmentQuota?: number;
}

export function createAttachmentCommands(ports: AttachmentPorts): AttachmentCommands {
  const { database, clock, newId } = ports;
  const { attachments, projects } = database.collections;
  const applyEvent = (id: string, event: AttachmentEvent) =>
    change(
      attachments,
      id,
      (row) => nextAttachment(row, event),
      new SyncError('attachment_not_found'),
    );

  const throwIfFull = async ({ projectId, kind }: AttachmentInput) => {
    if (kind !== 'photo') return;
    const rows = await rowsBy(attachments, { project_id: { $eq: projectId } });
    if (rows.filter((row) => row.kind === 'photo').length >= MAX_PROJECT_PHOTOS)
      throw new SyncError('attachments_full');
  };

  return {
    async add(input) {
      const { projectId, kind, group, caption, bytes, mime } = input;
      if (bytes.byteLength > MAX_ATTACHMENT_BYTES) throw new SyncError('photo_too_large');
      if (input.uuid !== undefined && (await findRow(attachments, input.uuid))) return input.uuid;
      if (!(await findRow(projects, projectId))) throw new SyncError('project_not_found');
      await throwIfFull(input);
      const sha256 = await sha256Of(bytes);
      const document = v.parse(
        attachmentDocument,
        newAttachment(
          {
            uuid: input.uuid ?? newId(),
            op_id: newId(),
            project_id: projectId,
            kind,
            group,
            caption,
            bytes: bytes.byteLength,
            sha256,
            created_by: ports.userId,
            // `attachmentDocument` rejects other media types.
            media_type: mime as AttachmentDocument['media_type'],
          },
          clock(),
        ),
      );
      const contents = await ports.contents.open();
      const content = { id: document.uuid, project: projectId, mime, bytes, sha256 };
      await saveContent(contents, content, ports);
      await insert(attachments, document).catch(async (error: unknown) => {
        await contents.discard([document.uuid]);
        throw error;
      });
      void ports.requestPersistence();
      return document.uuid;
    },
    async edit(id, changes) {
      await applyEvent(id, { type: 'edited', changes, opId: newId() });
    },
    async retry(id) {
      await applyEvent(id, { type: 'retried', opId: newId() });
    },
    async remove(id) {
      await applyEvent(id, { type: 'removed', opId: newId() });
      await (await ports.contents.open()).discard([id]);
    },
    async read(id) {
      const content = await (await ports.contents.open()).find(id);
      return content ? { bytes: content.bytes, mime: content.mime } : null;
    },
  };
}

type Ports = Pick<AttachmentPorts, 'database' | 'attachmentQuota'>;
type Content = Parameters<AttachmentContents['save']>[0];

const fullCodes: ReadonlySet<string> = new Set(['attachment_quota_full', 'storage_full']);

/**
 * Saves content. If there's no space, first drops content that the server has and that no open project needs.
 * @throws SyncError like `AttachmentContents.save`
 */
async function saveContent(
  contents: AttachmentContents,
  content: Content,
  ports: Ports,
): Promise<void> {
  const { attachmentQuota = ATTACHMENT_QUOTA_BYTES } = ports;
  try {
    await contents.save(content, attachmentQuota);
  } catch (error) {
    if (!(error instanceof SyncError) || !fullCodes.has(error.code)) throw error;
    if (!(await freeSpace(contents, content.bytes.byteLength, ports))) throw error;
    await contents.save(content, attachmentQuota);
  }
}

/**
 * Drops content that the server has until enough space is free. Keeps the content of open projects.
 * @returns false if nothing could be dropped
 */
async function freeSpace(
  contents: AttachmentContents,
  neededBytes: number,
  { database: { collections } }: Ports,
): Promise<boolean> {
  const sentContents = await contents.listSent();
  const projects = await findRows(collections.projects, [
    ...new Set(sentContents.map(({ project }) => project)),
  ]);
  const droppedIds: string[] = [];
  let freedBytes = 0;
  for (const { id, project, size } of sentContents) {
    if (freedBytes >= neededBytes) break;
    const row = projects.get(project);
    // Photos of open projects stay visible offline.
    if (row && !row.deleted && isProjectOpen(row.status.id)) continue;
    droppedIds.push(id);
    freedBytes += size;
  }
  await contents.discard(droppedIds);
  return droppedIds.length > 0;
}
