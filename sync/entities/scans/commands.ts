import type { RxDocument } from 'rxdb';
import { newestFirstKey } from '#schemas/primitives.ts';
import { isOpen } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ScanMarks } from '#schemas/scan-marks.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/change-many.ts';
import type { Photos } from '../../photos/photos.ts';
import type { Clock, NewId } from '../../ports.ts';
import { storeFailure, SyncError } from '../../store/sync-error.ts';

/** What the person captured with the camera or typed. */
export interface CapturedScan {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  /** Null for a generic scan. */
  readonly serial_number: string | null;
  readonly is_unique: boolean;
  readonly manual: boolean;
  /** Answers to the product question, as JSON text. */
  readonly survey?: string | null;
  /** From `photos.keep`. */
  readonly imageIdxDB?: string | null;
  readonly requiresTagPhoto?: boolean;
  readonly requiresSurvey?: boolean;
  readonly confirmed?: boolean;
  readonly isValidated?: boolean;
  readonly isValid?: boolean | null;
  /** Why it is not valid. */
  readonly refusal?: ScanMarks['refusal'];
}
export type ScanChanges = Partial<CapturedScan> & { readonly projects_id?: string };

/** The edits of scans. Each resolves after the local commit (F24); they throw SyncError. */
export interface ScanCommands {
  captureScan(scan: CapturedScan): Promise<string>;
  saveScanToProject(ids: readonly string[], projectId: string): Promise<void>;
  mendScan(id: string, changes: ScanChanges): Promise<void>;
  /** Marks on this device only. */
  noteConfirmation(id: string, marks: ScanMarks): Promise<void>;
  tryAgain(id: string): Promise<void>;
  removeScan(id: string): Promise<void>;
}

export interface CommandPorts {
  readonly database: ClubDatabase;
  readonly photos: Photos;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Asked once, when the first scan is saved (F20). */
  readonly askForPersistence: () => Promise<boolean>;
}

export function createScanCommands(ports: CommandPorts): ScanCommands {
  const { database, clock, newId } = ports;
  const { scans } = database.collections;
  let isPersistenceAsked = false;

  const find = async (id: string): Promise<RxDocument<ScanDocument>> => {
    const found = await scans.findOne(id).exec();
    if (!found) throw new SyncError('scan_not_found');
    return found;
  };
  const change = async (id: string, make: (scan: ScanDocument) => ScanDocument) => {
    const found = await find(id);
    await found.incrementalModify(make).catch((error: unknown) => {
      throw storeFailure(error);
    });
  };
  /** A new edit of the scan: a new op_id, and the one before remembered if it may have been sent. */
  const edited = (scan: ScanDocument): ScanDocument => ({
    ...scan,
    op_id: newId(),
    prior_op_ids:
      scan.state === 'waiting'
        ? [...scan.prior_op_ids, scan.op_id].slice(-KEPT_OPS)
        : scan.prior_op_ids,
    refusal: null,
    updated_at: new Date(clock()).toISOString(),
  });
  const mended = (scan: ScanDocument, changes: ScanChanges): ScanDocument => {
    // A photo or an answer changes nothing of what the registry said.
    const isJudgedAnew = scan.state !== 'captured' || changes.isValid !== undefined;
    const next = { ...edited(scan), ...(!isJudgedAnew && { refusal: scan.refusal }), ...changes };
    const isSamePhoto = next.imageIdxDB === scan.imageIdxDB;
    return {
      ...next,
      serial_key: next.serial_number ?? '',
      imageSent: isSamePhoto && scan.imageSent,
      image_data: isSamePhoto ? scan.image_data : null,
      state: scan.state === 'captured' ? 'captured' : 'waiting',
    };
  };

  return {
    async captureScan(captured) {
      const now = clock();
      const uuid = newId();
      const at = new Date(now).toISOString();
      const document: ScanDocument = {
        survey: null,
        imageIdxDB: null,
        requiresTagPhoto: false,
        requiresSurvey: false,
        confirmed: false,
        isValidated: false,
        isValid: null,
        refusal: null,
        ...captured,
        uuid,
        op_id: newId(),
        created_at: at,
        updated_at: at,
        projects_id: '',
        image_data: null,
        time: now,
        flag: null,
        points: 0,
        state: 'captured',
        newest_first: newestFirstKey(now),
        imageSent: false,
        serial_key: captured.serial_number ?? '',
        base_op_id: null,
        prior_op_ids: [],
      };
      await scans.insert(document).catch((error: unknown) => {
        throw storeFailure(error);
      });
      if (!isPersistenceAsked) void ports.askForPersistence();
      isPersistenceAsked = true;
      return uuid;
    },

    async saveScanToProject(ids, projectId) {
      const project = await database.collections.projects.findOne(projectId).exec();
      if (!project) throw new SyncError('project_not_found');
      const isClosing = project.closing !== null && project.state === 'waiting';
      if (isClosing || !isOpen(project.status.id)) throw new SyncError('project_not_open');
      const found = await scans.findByIds([...ids]).exec();
      if (found.size < new Set(ids).size) throw new SyncError('scan_not_found');
      // All of them are saved, or none.
      await changeMany<ScanDocument>(scans, [...found.keys()], (scan) => ({
        ...edited(scan),
        projects_id: projectId,
        state: 'waiting',
      }));
    },

    mendScan: (id, changes) => change(id, (scan) => mended(scan, changes)),

    noteConfirmation: (id, marks) =>
      change(id, (scan) => ({ ...scan, ...marks, isValidated: true })),

    tryAgain: (id) =>
      change(id, (scan) =>
        scan.state === 'refused' ? { ...edited(scan), state: 'waiting' } : scan,
      ),

    async removeScan(id) {
      const found = await find(id);
      const { imageIdxDB, imageSent } = found;
      await found
        .incrementalModify((scan) => {
          const isUnknownToServer =
            scan.base_op_id === null && scan.prior_op_ids.length === 0 && scan.state !== 'waiting';
          const next = edited(scan);
          // A captured tombstone is of no interest to the server; a waiting one is told to it.
          return { ...next, state: isUnknownToServer ? 'captured' : 'waiting', _deleted: true };
        })
        .catch((error: unknown) => {
          throw storeFailure(error);
        });
      if (imageIdxDB !== null && !imageSent) await ports.photos.discard(imageIdxDB);
    },
  };
}

/** Own edits remembered while none was answered; more than anybody makes of one scan. */
const KEPT_OPS = 20;
