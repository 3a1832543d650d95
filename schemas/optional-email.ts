import * as v from 'valibot';
import { emailAddress } from './email.ts';
import { normaliseLine } from './normalise-text.ts';

/** Email address in an optional field. */
export const optionalEmail = v.union([
  v.pipe(v.string(), v.transform(normaliseLine), v.literal('')),
  emailAddress,
]);
