import * as v from 'valibot';
import { textLimits } from '../marketing-fields.ts';
import { typedText } from '../primitives.ts';
import { normaliseLink } from '../web-link.ts';
import { defineCall } from './call.ts';

/** Calls that respond with an image instead of JSON: `result` is the text of an SVG. */
export const pictureCalls = {
  getQrCode: defineCall({
    id: 'getQrCode',
    method: 'GET',
    path: '/v1/generate/qr-code',
    summary: 'Get a link as a QR code: black on white, as SVG.',
    query: v.object({
      data: v.pipe(typedText(textLimits.link, 1), v.transform(normaliseLink), v.minLength(1)),
    }),
    result: v.string(),
  }),
};
