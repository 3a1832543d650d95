import * as v from 'valibot';

/** Why the server would not take an edit. A code for the machine; the screen finds the words. */
export const refusal = v.object({
  code: v.pipe(v.string(), v.maxLength(64)),
  field: v.optional(v.pipe(v.string(), v.maxLength(64))),
  message: v.pipe(v.string(), v.maxLength(500)),
});
export type Refusal = v.InferOutput<typeof refusal>;
