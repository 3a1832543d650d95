import { normaliseLines } from './several-lines.ts';

/** Text over several lines as a person types or pastes it, in its normal form and without control characters. */
export function cleanTypedLines(typed: string): string {
  return normaliseLines(
    typed
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''),
  );
}
