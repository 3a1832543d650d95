/** The page that certificates are printed on, in points: A4. */
export type PdfDocument = PDFKit.PDFDocument;

export const LEFT = 48;
export const TOP = 44;
export const RIGHT = 595.28 - LEFT;
export const WIDTH = RIGHT - LEFT;
/** Below it stands the page's number alone. */
export const BOTTOM = 841.89 - 62;
export const INK = '#16202c';
export const MUTED = '#4b5563';
export const LINE = '#c9ced6';
