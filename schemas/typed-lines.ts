/**
 * Text over several lines as a person types or pastes it, with what no message can hold left out: control
 * characters, halves of letters, and the line ends of other systems.
 */
export function typedLines(typed: string): string {
  return (
    typed
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .trim()
  );
}
