import * as v from 'valibot';
import { emailAddress } from './email.ts';
import { normaliseLine } from './single-line.ts';

/** An e-mail address in a field that may be left empty. */
export const optionalEmail = v.union([
  v.pipe(v.string(), v.transform(normaliseLine), v.literal('')),
  emailAddress,
]);
