/** An A4 page; all sizes in points. */
export type PdfDocument = PDFKit.PDFDocument;

export const LEFT = 48;
export const TOP = 44;
export const RIGHT = 595.28 - LEFT;
export const WIDTH = RIGHT - LEFT;
/** Only the page number is below this. */
export const BOTTOM = 841.89 - 62;
export const INK = '#16202c';
export const MUTED = '#4b5563';
export const LINE = '#c9ced6';
