/** A scan as somebody meant it to be. */
export interface ScanIntent {
  readonly serial: string | null;
  readonly project: string;
  readonly deleted: boolean;
}
export interface LeadIntent {
  readonly notes?: string;
  readonly status?: string;
}

/** A project as somebody meant it to be, before the server had it. */
export interface BeginIntent {
  /** Its own: no other project has it. */
  readonly street: string;
  readonly isDiscarded: boolean;
}

/** How somebody left a survey: over, or to be asked again. */
export interface SurveyIntent {
  readonly isOver: boolean;
}

/** One of the things that may have been promised; null: nothing was. */
export type Possible<Intent> = Intent | null;

/**
 * What people were told is saved. An edit that was broken off by a kill may have been saved or not: both
 * outcomes then stand, until the next edit of the same thing is acknowledged.
 */
export interface Promises {
  /** By scan, then by phone: each what it may be by now. */
  readonly scans: Map<string, Map<number, Possible<ScanIntent>[]>>;
  readonly leads: Map<string, Map<number, Possible<LeadIntent>[]>>;
  /** Projects that were closed, by the phones that did. */
  readonly closings: Map<string, Set<number>>;
  readonly read: Map<string, number>;
  /** Projects that were begun. */
  readonly begun: Map<string, Map<number, Possible<BeginIntent>[]>>;
  readonly surveys: Map<string, Map<number, Possible<SurveyIntent>[]>>;
  /** Messages to support, by their texts, each its own, with the phone that wrote it. */
  readonly messages: Map<string, number>;
  /** Scans that the server had before the history began. */
  readonly before: Set<string>;
  /** Phones that gave up an agreement or a beginning: the products scanned to its project are moved then. */
  readonly givenUp: Set<number>;
  /** What a kill may have left behind without anybody knowing its id. */
  readonly strays: Set<string | null>;
}

export function noPromises(): Promises {
  return {
    scans: new Map(),
    leads: new Map(),
    closings: new Map(),
    read: new Map(),
    begun: new Map(),
    surveys: new Map(),
    messages: new Map(),
    before: new Set(),
    givenUp: new Set(),
    strays: new Set(),
  };
}

/**
 * Notes an edit around its work.
 * @param next what is meant now, after what may have been meant before
 * @param work resolves with null when it was broken off
 * @returns what the work answered with; null when it was broken off or refused by a rule of the device
 */
export async function promised<Intent, T>(
  kept: Map<string, Map<number, Possible<Intent>[]>>,
  id: string,
  phone: number,
  next: (before: Possible<Intent>) => Intent,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const byPhone = kept.get(id) ?? new Map<number, Possible<Intent>[]>();
  kept.set(id, byPhone);
  const before = byPhone.get(phone) ?? [null];
  byPhone.set(phone, [...before, ...before.map(next)]);
  try {
    const answer = await work();
    if (answer !== null) byPhone.set(phone, before.map(next));
    return answer;
  } catch {
    // The device said no, and nothing was promised.
    byPhone.set(phone, before);
    return null;
  }
}
