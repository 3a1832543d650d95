import * as v from 'valibot';
import { normaliseLines } from './normalise-text.ts';

// eslint-disable-next-line no-control-regex
const paragraphs = v.regex<string>(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/);

/**
 * Multi-line text read from the server or the store, like `text`: allows new lines and tabs but no other
 * control characters.
 */
export function multilineText(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength), paragraphs);
}

/** Multi-line input of a request or a form, normalised with `normaliseLines` before validation. */
export function typedMultilineText(maxLength: number) {
  return v.pipe(v.string(), v.transform(normaliseLines), v.maxLength(maxLength), paragraphs);
}

/** Multi-line input that must not be empty. */
export function requiredMultilineText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.transform(normaliseLines),
    v.minLength(1),
    v.maxLength(maxLength),
    paragraphs,
  );
}
