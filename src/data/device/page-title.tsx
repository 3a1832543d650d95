import { usePageTitle } from './use-page-title.ts';

/** Sets the document's title where a screen does so only at times. */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}
