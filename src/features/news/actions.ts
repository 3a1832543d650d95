/** What other features may show of news. */
export { NewsRow } from './news-row.tsx';
