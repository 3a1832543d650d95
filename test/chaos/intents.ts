import type { ScanDocument } from '#schemas/scan.ts';

/** Intended state of a scan. */
export interface ScanIntent {
  readonly serial: string | null;
  readonly project: string;
  /** Undefined if either photo may be the last one. */
  readonly photo: string | null | undefined;
  readonly deleted: boolean;
}
export interface LeadIntent {
  readonly notes?: string;
  readonly status?: string;
}

/** Intended state of a project before it is on the server. */
export interface CreationIntent {
  /** Unique to this project. */
  readonly street: string;
  readonly isDiscarded: boolean;
}

/** Intended state of an attachment. */
export interface AttachmentIntent {
  readonly project: string;
  readonly caption: string;
  readonly sha256: string;
  readonly isDeleted: boolean;
}

/** Intended state of a survey: true if it was completed, or declined for good. */
interface SurveyIntent {
  readonly isFinal: boolean;
}

/** A possible intent; null if there is none. */
export type Possible<Intent> = Intent | null;

/**
 * Intended states, from edits that were acknowledged as saved. An edit interrupted by a kill is either saved or not, so
 * both outcomes are possible until the next acknowledged edit.
 */
export interface Intents {
  /** Possible states, by scan and phone. */
  readonly scans: Map<string, Map<number, Possible<ScanIntent>[]>>;
  readonly leads: Map<string, Map<number, Possible<LeadIntent>[]>>;
  readonly attachments: Map<string, Map<number, Possible<AttachmentIntent>[]>>;
  /** All photos taken on phones. */
  readonly photos: Set<string>;
  /** Photos taken because a reviewer objected to the earlier one. */
  readonly newPhotos: Set<string>;
  /** Closed projects, with the phones that closed them. */
  readonly closings: Map<string, Set<number>>;
  readonly readNotifications: Map<string, number>;
  /** Projects created on phones. */
  readonly creations: Map<string, Map<number, Possible<CreationIntent>[]>>;
  readonly surveys: Map<string, Map<number, Possible<SurveyIntent>[]>>;
  /** Messages to support by unique text, with the phone that wrote them. */
  readonly messages: Map<string, number>;
  /** Scans on the server before the history started. */
  readonly existingScans: Set<string>;
  /** Phones that discarded an agreement or a new project, so that its products moved elsewhere. */
  readonly phonesWithDiscards: Set<number>;
  /** Serial numbers of scans that a kill may have left behind with unknown ids. */
  readonly unknownSerials: Set<string | null>;
}

/** Returns the state of a scan as shown on a phone. */
export function intentOf({ serial_number, projects_id, imageIdxDB }: ScanDocument): ScanIntent {
  return { serial: serial_number, project: projects_id, photo: imageIdxDB, deleted: false };
}

export function emptyIntents(): Intents {
  return {
    scans: new Map(),
    leads: new Map(),
    attachments: new Map(),
    photos: new Set(),
    newPhotos: new Set(),
    closings: new Map(),
    readNotifications: new Map(),
    creations: new Map(),
    surveys: new Map(),
    messages: new Map(),
    existingScans: new Set(),
    phonesWithDiscards: new Set(),
    unknownSerials: new Set(),
  };
}

/**
 * Makes an edit and records its intended state.
 * @param next intended state after each possible earlier one
 * @param command makes the edit; resolves with null if interrupted
 * @returns the result of the command; null if interrupted or rejected by a rule on the device
 */
export async function recordIntent<Intent, T>(
  intentsById: Map<string, Map<number, Possible<Intent>[]>>,
  id: string,
  phone: number,
  next: (before: Possible<Intent>) => Intent,
  command: () => Promise<T | null>,
): Promise<T | null> {
  const byPhone = intentsById.get(id) ?? new Map<number, Possible<Intent>[]>();
  intentsById.set(id, byPhone);
  const before = byPhone.get(phone) ?? [null];
  byPhone.set(phone, [...before, ...before.map(next)]);
  try {
    const result = await command();
    if (result !== null) byPhone.set(phone, before.map(next));
    return result;
  } catch {
    // The device rejected it, so nothing was recorded.
    byPhone.set(phone, before);
    return null;
  }
}
