import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text, translatedText, typedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { MAX_NOTE, rejectionCode } from '../product-rejection.ts';
import { multilineText } from '../multiline-text.ts';
import { productEntries, serialNumber } from '../scan.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

/** `returned`: rejected, because the product was returned to the dealer. */
const scannedStates = ['valid', 'in_review', 'rejected', 'returned'] as const;

const signedNumber = v.pipe(v.number(), v.integer());

const scannedProduct = v.object({
  id: uuid,
  region: regionId,
  /** Time at which the server received the scan. */
  at: moment,
  ...productEntries,
  /** Null for a product identified by its photo. */
  serial_number: v.nullable(serialNumber),
  company: v.object({ id: uuid, name: text(200) }),
  project: uuid,
  state: v.picklist(scannedStates),
  /** The product's points, including those for its level and its campaign. */
  points: wholeNumber,
});
export type ScannedProduct = v.InferOutput<typeof scannedProduct>;

const rejectionReason = {
  code: rejectionCode,
  /** Null for a built-in reason, whose text is in the console. */
  text_translated: v.nullable(translatedText),
  needs_note: v.boolean(),
};

const scannedProductDetails = v.object({
  ...scannedProduct.entries,
  /** Changes with every edit and decision. */
  rev: wholeNumber,
  level_points: wholeNumber,
  campaign_points: wholeNumber,
  /** Name of the product's campaign; null if no campaign applies. */
  campaign: v.nullable(translatedText),
  /** Time at which an operator or reviewer recorded the return; null if not returned. */
  returned_at: v.nullable(moment),
  /** Reviewer's or operator's reason; null if the product isn't rejected. */
  rejection: v.nullable(v.object({ ...rejectionReason, note: v.nullable(text(MAX_NOTE)) })),
  /** The country's reasons for taking the product back; empty if it can't be taken back. */
  reasons: v.array(v.object(rejectionReason)),
  /**
   * The action that is possible in a closed project: an accepted product can be taken back, and a rejected one can be
   * accepted.
   */
  act: v.nullable(v.picklist(['take_back', 'undo'])),
});
export type ScannedProductDetails = v.InferOutput<typeof scannedProductDetails>;

/** Effect of taking a product back or undoing that, computed in a transaction that is rolled back. */
const preview = v.object({
  points: wholeNumber,
  /** Of these, points that had already expired, which aren't deducted again. */
  expired: wholeNumber,
  /** Points given back by an undo that will expire in the next daily run. */
  expires: wholeNumber,
  balance_before: signedNumber,
  balance_after: signedNumber,
  needs_second_person: v.boolean(),
});

const scan = { record: 'scan', in: 'params', field: 'id' } as const;
const actionOptions = {
  right: 'points.correct',
  scope: scan,
  isAction: true,
  strength: 'recent',
  secondPerson: 'conditional',
} as const;
const body = v.object({
  /** Version of the product that the operator saw. */
  rev: wholeNumber,
  /** Change to the balance that the operator saw. If the change would be different now, the call is a `conflict`. */
  change: signedNumber,
  /**
   * Reason for taking the product back, which the installer sees. By default, the reason is that the product was
   * returned to the dealer. Not used when a product is accepted.
   */
  reason: v.optional(
    v.object({
      code: v.pipe(rejectionCode, v.maxLength(40)),
      note: v.nullable(multilineText(MAX_NOTE)),
    }),
  ),
  why,
});
/** Null if the points were changed immediately. */
const result = v.object({ approval: v.nullable(uuid) });

/** Calls that list scanned products and take back returned ones. */
export const returnCalls = {
  listScannedProducts: defineOperatorCall(
    {
      id: 'listScannedProducts',
      method: 'GET',
      path: '/operator/v1/scanned-products',
      summary:
        'Lists scanned products by time, optionally of one serial number, project or company.',
      query: v.object({
        ...operatorListEntries,
        /** `-at`: newest first, the default. */
        sort: v.optional(v.picklist(['at', '-at'])),
        /** A complete serial number, with or without hyphens. */
        serial: v.optional(typedText(60)),
        project: v.optional(uuid),
        company: v.optional(uuid),
        state: v.optional(v.picklist(['returned'])),
        /** Only products that the server received since `from` and before `until`. */
        from: v.optional(moment),
        until: v.optional(moment),
      }),
      result: operatorListResult(scannedProduct),
    },
    { right: 'points.read', scope: 'list' },
  ),
  readScannedProduct: defineOperatorCall(
    {
      id: 'readScannedProduct',
      method: 'GET',
      path: '/operator/v1/scanned-products/{id}',
      summary: 'Returns a scanned product with its points.',
      params: idParams,
      result: scannedProductDetails,
    },
    { right: 'points.read', scope: scan },
  ),
  listProjectTimeline: defineTimelineCall(
    { id: 'listProjectTimeline', path: '/operator/v1/projects/{id}/timeline' },
    { right: 'points.read', record: 'project' },
  ),
  previewReturn: defineOperatorCall(
    {
      id: 'previewReturn',
      method: 'GET',
      path: '/operator/v1/scanned-products/{id}/return',
      summary: 'Previews how taking a product back, or undoing that, would change points.',
      params: idParams,
      result: preview,
      errors: ['already_scanned', 'conflict'],
    },
    { right: 'points.correct', scope: scan },
  ),
  takeBackProduct: defineOperatorCall(
    {
      id: 'takeBackProduct',
      method: 'POST',
      path: '/operator/v1/scanned-products/{id}/return',
      summary:
        'Rejects an accepted product, such as a returned one: deducts its points and frees its serial number. More than 1,000 points in a day need a second person.',
      params: idParams,
      body,
      result,
    },
    actionOptions,
  ),
  undoTakeBack: defineOperatorCall(
    {
      id: 'undoTakeBack',
      method: 'POST',
      path: '/operator/v1/scanned-products/{id}/return/undo',
      summary:
        'Accepts a rejected product, such as one that was taken back by mistake: adds its points. More than 1,000 points in a day need a second person.',
      params: idParams,
      body,
      result,
      errors: ['already_scanned'],
    },
    actionOptions,
  ),
} as const;
