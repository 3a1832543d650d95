import * as v from 'valibot';
import { emailAddress } from './email.ts';
import { singleLine } from './single-line.ts';

/** An e-mail address in a field that may be left empty. */
export const optionalEmail = v.union([
  v.pipe(v.string(), v.transform(singleLine), v.literal('')),
  emailAddress,
]);
