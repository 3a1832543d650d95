import { qrModules } from './qr-modules.ts';

/** Squares of white around it, without which a camera does not find it. */
const QUIET = 4;

/** The QR code of a text as an SVG picture, black on white. */
export function qrCodeSvg(text: string): string {
  const { side, dark } = qrModules(text);
  const whole = side + 2 * QUIET;
  const path = dark.map(([row, column]) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole * 8}" height="${whole * 8}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path d="${path}"/></svg>`
  );
}
