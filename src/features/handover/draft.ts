/** Draft of a handover sheet, saved on this device until it is signed. */
import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import {
  handover,
  type Handover,
  hashShownSheet,
  MAX_SIGNER_NAME,
  shownPhotos,
  shownSheet,
} from '#schemas/handover.ts';
import { HANDOVER_TEXTS_VERSION, handoverTexts } from '#schemas/handover-texts.ts';
import { catalogueLanguages, type CatalogueLanguage } from '#schemas/languages.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { isSignature, signatureBox, simplifyStrokes, strokePoint } from '#schemas/signature.ts';
import { type DraftStore, readSaved } from '#src/data/drafts/saved-draft.ts';

const handoverDraft = v.object({
  /**
   * Id of the sheet. It's part of the draft, because the app may close between saving the sheet and deleting the draft,
   * and the sheet must be saved only once.
   */
  id: uuid,
  language: v.picklist(catalogueLanguages),
  /**
   * Ids of the photos selected for the sheet; null for all, up to the limit. Missing in drafts of earlier versions.
   */
  photos: v.optional(v.nullable(shownPhotos), null),
  /** The sheet being signed; null while it's only displayed and still changes with the project. */
  shown: v.nullable(shownSheet),
  box: v.nullable(signatureBox),
  strokes: v.array(v.array(strokePoint)),
  /** True if the name is typed instead of drawn. */
  isTyped: v.boolean(),
  /** True if the homeowner confirmed the typed name as their signature. */
  isConfirmed: v.boolean(),
  name: v.string(),
  email: v.string(),
  /** Time when the homeowner ticked the box for the consent; null if they haven't. */
  consentAt: v.nullable(moment),
});
export type HandoverDraft = v.InferOutput<typeof handoverDraft>;

export function newDraft(language: CatalogueLanguage, name: string): HandoverDraft {
  return {
    id: crypto.randomUUID(),
    language,
    photos: null,
    shown: null,
    box: null,
    strokes: [],
    isTyped: false,
    isConfirmed: false,
    name,
    email: '',
    consentAt: null,
  };
}

/** Keys that start with `draft:` and the user id are deleted at sign-out. */
const keyOf = (userId: string, projectId: string) => `draft:${userId}:handover:${projectId}`;

/** Reads the draft of a project; null if there is none or it is invalid. */
export function readDraft(
  store: Pick<DraftStore, 'getItem'>,
  userId: string,
  projectId: string,
): HandoverDraft | null {
  return readSaved(store, keyOf(userId, projectId), handoverDraft);
}

/** Saves the draft; deletes it if null. */
export function saveDraft(
  store: DraftStore,
  userId: string,
  projectId: string,
  draft: HandoverDraft | null,
): void {
  try {
    if (draft === null) store.removeItem(keyOf(userId, projectId));
    else store.setItem(keyOf(userId, projectId), JSON.stringify(draft));
  } catch {
    // If the storage is full, the draft is only in memory, so it's lost on a reload.
  }
}

/** A form field that isn't filled in correctly. */
export type DraftProblem = 'signature' | 'confirmation' | 'name' | 'email' | 'consent';

/** Problems that prevent signing the sheet, in form order. */
export function problemsOf(draft: HandoverDraft): DraftProblem[] {
  const name = normaliseLine(draft.name);
  const email = normaliseLine(draft.email);
  const problems: readonly (readonly [DraftProblem, boolean])[] = [
    ['signature', !draft.isTyped && !isSignature(draft.strokes)],
    ['name', name === '' || name.length > MAX_SIGNER_NAME],
    ['confirmation', draft.isTyped && !draft.isConfirmed],
    ['email', email === '' ? draft.consentAt !== null : !v.is(emailAddress, email)],
    ['consent', email !== '' && draft.consentAt === null],
  ];
  return problems.flatMap(([problem, hasProblem]) => (hasProblem ? problem : []));
}

interface SigningContext {
  readonly projectId: string;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Id of the sheet that this one replaces. */
  readonly supersedes: string | null;
}

/**
 * Creates the signed sheet from a complete draft.
 * @throws if the draft has problems, no sheet was shown, or the server would reject the sheet
 */
export async function toHandover(
  draft: HandoverDraft,
  { projectId, now, supersedes }: SigningContext,
): Promise<Handover> {
  const { shown: shownSheet, box, strokes, isTyped, consentAt } = draft;
  if (shownSheet === null || problemsOf(draft).length > 0)
    throw new Error('The sheet isn’t complete.');
  const drawnSignature = { kind: 'drawn', box: box ?? { width: 1, height: 1 } } as const;
  const sheet: Handover = {
    version: 1,
    uuid: draft.id,
    project_id: projectId,
    shown: shownSheet,
    shown_sha256: await hashShownSheet(shownSheet),
    signature: isTyped
      ? { kind: 'typed', confirmed: true }
      : { ...drawnSignature, strokes: simplifyStrokes(strokes) },
    signer_name: normaliseLine(draft.name),
    email:
      consentAt === null
        ? null
        : {
            address: v.parse(emailAddress, draft.email),
            consent: {
              text: handoverTexts(shownSheet.language).consent,
              texts_version: HANDOVER_TEXTS_VERSION,
              given_at: consentAt,
            },
          },
    signed_at: new Date(now).toISOString(),
    supersedes,
  };
  v.assert(handover, sheet);
  return sheet;
}
