/** Deeper than anything of ours. What is deeper overflows the stack of whoever walks through it. */
const MAX_NESTING = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `]`, `{` and `}` are two apart. */
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Whether a JSON text is nested deeper than anything of ours, told without parsing it. Of a text that is no
 * JSON the answer means nothing: it will not parse.
 */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (isInText) {
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) isInText = false;
    } else if (unit === QUOTE) isInText = true;
    else if (OPENING.includes(unit)) {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (CLOSING.includes(unit)) depth -= 1;
  }
  return false;
}
