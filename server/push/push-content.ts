import * as v from 'valibot';
import { pushMessage } from '#schemas/push.ts';

/** What is a day old is no news, to us and to the push service. */
export const PUSH_TTL_MS = 86_400_000;

/** What a push message's row holds. */
export const pushContent = v.object({
  message: pushMessage,
  /** `high` wakes a phone that saves its battery. */
  urgency: v.picklist(['normal', 'high']),
});
export type PushContent = v.InferOutput<typeof pushContent>;
