import * as v from 'valibot';

/** Reason why the server rejected an edit; the screen translates the code. */
export const refusal = v.object({
  code: v.pipe(v.string(), v.maxLength(64)),
  field: v.optional(v.pipe(v.string(), v.maxLength(64))),
  message: v.pipe(v.string(), v.maxLength(500)),
});
export type Refusal = v.InferOutput<typeof refusal>;
