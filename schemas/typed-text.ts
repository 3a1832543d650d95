import { normaliseLines } from './normalise-text.ts';

/** Normalises typed or pasted multi-line text and removes control characters. */
export function cleanTypedLines(input: string): string {
  return normaliseLines(
    input
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''),
  );
}
