/** A handover sheet as the homeowner signed it: the content of an attachment of kind `signature`. */
import * as v from 'valibot';
import { emailAddress } from './email.ts';
import {
  careTopics,
  HANDOVER_TEXTS_VERSION,
  handoverTexts,
  type CareTopic,
} from './handover-texts.ts';
import { catalogueLanguages, type CatalogueLanguage } from './languages.ts';
import { day, moment, text, uuid, wholeNumber, wholeNumberBetween } from './primitives.ts';
import { isWithinBox, MAX_STROKES, strokePoint, signatureBox } from './signature.ts';

/** Maximum numbers of product lines and of photos on a sheet. */
export const MAX_HANDOVER_PRODUCTS = 1_000;
export const MAX_HANDOVER_PHOTOS = 12;
/** Maximum number of scans per product line. */
const MAX_SCANS_PER_LINE = 1_000;
export const MAX_SIGNER_NAME = 160;

/** A line of the product list: one product, or several identical ones without serial numbers. */
const handoverProduct = v.object({
  /** In the sheet's language. */
  name: text(80, 1),
  /** Type, size and variant as on the label. */
  code: text(60),
  serial: v.nullable(text(80)),
  count: wholeNumberBetween(1, MAX_SCANS_PER_LINE),
  /** The scans on this line. */
  scans: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_SCANS_PER_LINE)),
  /** Null if the country doesn't set one. */
  warranty_years: v.nullable(wholeNumberBetween(1, 99)),
});
export type HandoverProduct = v.InferOutput<typeof handoverProduct>;

/** Distinct ids of the photos on a sheet, which are attachments of the project. */
export const shownPhotos = v.pipe(
  v.array(uuid),
  v.maxLength(MAX_HANDOVER_PHOTOS),
  v.check((ids) => new Set(ids).size === ids.length),
);

/** Exactly what the homeowner saw before signing. */
export const shownSheet = v.object({
  language: v.picklist(catalogueLanguages),
  /** Version of the built-in texts. */
  texts_version: wholeNumber,
  company: text(200, 1),
  /** Installation address. */
  place: text(400),
  day,
  /** Day of the sheet that this one replaces; null if none. */
  replaces: v.nullable(day),
  products: v.pipe(v.array(handoverProduct), v.maxLength(MAX_HANDOVER_PRODUCTS)),
  photos: shownPhotos,
  care: v.pipe(
    v.array(v.object({ topic: v.picklist(careTopics), text: text(600, 1) })),
    v.maxLength(careTopics.length),
  ),
  warranty: v.pipe(v.array(text(600, 1)), v.maxLength(5)),
  statement: text(600, 1),
});
export type ShownSheet = v.InferOutput<typeof shownSheet>;

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.maxLength(64));

const drawnSignature = v.pipe(
  v.object({
    kind: v.literal('drawn'),
    box: signatureBox,
    strokes: v.pipe(
      v.array(v.pipe(v.array(strokePoint), v.minLength(1))),
      v.minLength(1),
      v.maxLength(MAX_STROKES),
    ),
  }),
  v.check(({ box, strokes }) => isWithinBox(strokes, box)),
);

/** For people who can't draw: the typed name counts as a signature once they confirm it. */
const typedSignature = v.object({ kind: v.literal('typed'), confirmed: v.literal(true) });

/** Consent to being sent one email with the sheet, separate from the signature. */
const emailConsent = v.object({
  /** The text beside the checkbox that the homeowner ticked. */
  text: text(600, 1),
  texts_version: wholeNumber,
  given_at: moment,
});

export const handover = v.object({
  version: v.literal(1),
  uuid,
  project_id: uuid,
  shown: shownSheet,
  /** Hash of the canonical form of `shown`. */
  shown_sha256: sha256,
  signature: v.union([drawnSignature, typedSignature]),
  /** Always required: a signature alone doesn't show who signed. */
  signer_name: text(MAX_SIGNER_NAME, 1),
  email: v.nullable(v.object({ address: emailAddress, consent: emailConsent })),
  /** By the device's clock. */
  signed_at: moment,
  /** The sheet that this one replaces; null for a project's first. */
  supersedes: v.nullable(uuid),
});
export type Handover = v.InferOutput<typeof handover>;

/** Parses the content of an attachment; null if it isn't a handover sheet. */
export function parseHandover(content: Uint8Array): Handover | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    const parsed = v.safeParse(handover, json);
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Serialises a JSON value with sorted keys and without spaces, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`);
  return `{${entries.join(',')}}`;
}

/** Hash of the texts shown, as lower-case hex. */
export async function hashShownSheet(shownSheet: ShownSheet): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(shownSheet));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The built-in texts of a sheet, in its language. */
export function sheetTexts(language: CatalogueLanguage, topics: readonly CareTopic[]) {
  const texts = handoverTexts(language);
  return {
    texts_version: HANDOVER_TEXTS_VERSION,
    care: topics.map((topic) => ({ topic, text: texts[`care.${topic}`] })),
    warranty: [texts['warranty.applies'], texts['warranty.limits'], texts['warranty.rights']],
    statement: texts.statement,
  };
}

/**
 * True if care, warranty, statement and consent are the built-in texts. False for a version unknown to this
 * build.
 */
export function hasBuiltInTexts({
  shown: shownSheet,
  email,
}: Pick<Handover, 'shown' | 'email'>): boolean {
  const { texts_version, care, warranty, statement, language } = shownSheet;
  const expectedTexts = sheetTexts(
    language,
    care.map(({ topic }) => topic),
  );
  const consent = handoverTexts(language).consent;
  return (
    canonicalJson({ texts_version, care, warranty, statement }) === canonicalJson(expectedTexts) &&
    (email === null || email.consent.text === consent)
  );
}
