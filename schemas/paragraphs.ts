import * as v from 'valibot';
import { normaliseLines } from './several-lines.ts';

// eslint-disable-next-line no-control-regex
const paragraphs = v.regex<string>(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/);

/** Several lines that are read back, as `text`: new lines and tabs, no other control characters, bounded. */
export function multilineText(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), paragraphs);
}

/** Several lines of a request or a form, in their normal form (`severalLines`) before they are validated. */
export function typedMultilineText(maxLength: number) {
  return v.pipe(v.string(), v.transform(normaliseLines), v.maxLength(maxLength), paragraphs);
}

/** Several lines of a request or a form that are not empty. */
export function filledMultilineText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.transform(normaliseLines),
    v.minLength(1),
    v.maxLength(maxLength),
    paragraphs,
  );
}
