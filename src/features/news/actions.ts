/** News features that other features may use. */
export { NewsRow } from './news-row.tsx';
