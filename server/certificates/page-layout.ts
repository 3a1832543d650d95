/** A PDF with A4 pages; all sizes are in points. */
export type PdfDocument = PDFKit.PDFDocument;

export const LEFT = 48;
export const TOP = 44;
export const RIGHT = 595.28 - LEFT;
export const WIDTH = RIGHT - LEFT;
/** Lower edge of the content; only the page number is below it. */
export const BOTTOM = 841.89 - 62;
/** Space between two parts of a page. */
export const GAP = 18;
export const INK = '#16202c';
export const MUTED = '#4b5563';
export const LINE = '#c9ced6';
