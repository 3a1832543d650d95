import { DRAFT_CHANGED, draftCalls } from '#schemas/operator/draft-calls.ts';
import { callOperator } from './call-operator.ts';
import { toOperatorError } from './operator-error.ts';

/** A field or form of a record, as `schemas/operator/draft-calls.ts` names it. */
export interface DraftKey {
  readonly kind: string;
  readonly record: string;
  readonly field: string;
}

/** Returns the id of a draft within this window. */
export const draftIdOf = ({ kind, record, field }: DraftKey): string =>
  `${kind} ${record} ${field}`;

/** A draft on the server. */
export interface StoredDraft {
  readonly text: string;
  readonly updated_at: string;
}

/** This window's knowledge of a draft. The operator can edit the same draft in another window. */
interface KnownDraft {
  /** Time of the draft that this window read or saved last; null if there was none. */
  savedAt: string | null;
  /** Texts whose saves got no response since the last one that did. The server may have any of them. */
  readonly unconfirmedTexts: Set<string>;
  /** Saves run one after another. */
  lastSave: Promise<unknown>;
}

const knownDrafts = new Map<string, KnownDraft>();

function knownDraftOf(key: DraftKey): KnownDraft {
  const id = draftIdOf(key);
  const known = knownDrafts.get(id) ?? {
    ...{ savedAt: null, unconfirmedTexts: new Set<string>(), lastSave: Promise.resolve() },
  };
  knownDrafts.set(id, known);
  return known;
}

/** Clears this window's knowledge of all drafts, because another operator signs in. */
export const forgetDrafts = (): void => knownDrafts.clear();

/**
 * Records the draft that this window has read, unless it has saved a newer one since. Don't call this while the window
 * has a kept text: that text would overwrite a draft that the operator hasn't seen.
 */
export function recordReadDraft(key: DraftKey, draft: StoredDraft | null): void {
  const known = knownDraftOf(key);
  if (draft !== null && draft.updated_at > (known.savedAt ?? '')) known.savedAt = draft.updated_at;
}

/** True if a save failed because another window has changed the draft. */
export const isDraftChanged = (error: unknown): boolean =>
  toOperatorError(error).reason === DRAFT_CHANGED;

/**
 * Saves a draft; an empty text deletes it.
 * @param takesOver true to replace the text that another window has saved
 * @returns the saved draft; null if it was deleted
 * @throws OperatorError
 */
export function sendDraft(key: DraftKey, text: string, takesOver = false) {
  const known = knownDraftOf(key);
  const save = known.lastSave.then(() => saveKnown(key, known, text, takesOver));
  known.lastSave = save.catch(() => undefined);
  return save;
}

async function saveKnown(
  key: DraftKey,
  known: KnownDraft,
  text: string,
  takesOver: boolean,
): Promise<StoredDraft | null> {
  const send = () =>
    callOperator(draftCalls.saveDraft, {
      body: { ...key, text, ...(!takesOver && { replaces: known.savedAt }) },
    });
  try {
    const { updated_at } = await send().catch(async (error: unknown) => {
      if (!isDraftChanged(error) || !(await isOwnText(key, known))) throw error;
      return send();
    });
    known.savedAt = updated_at;
    known.unconfirmedTexts.clear();
    return updated_at === null ? null : { text, updated_at };
  } catch (error) {
    if (toOperatorError(error).isUncertain) known.unconfirmedTexts.add(text);
    throw error;
  }
}

/** True if the server has a text whose save got no response. */
async function isOwnText(key: DraftKey, known: KnownDraft): Promise<boolean> {
  if (known.unconfirmedTexts.size === 0) return false;
  const draft = await fetchDraft(key);
  if (draft === null || !known.unconfirmedTexts.has(draft.text)) return false;
  known.savedAt = draft.updated_at;
  return true;
}

/** Fetches the draft that another window has saved. */
export async function fetchDraft({ kind, record, field }: DraftKey): Promise<StoredDraft | null> {
  const { draft } = await callOperator(draftCalls.readDraft, { query: { kind, record, field } });
  return draft;
}
