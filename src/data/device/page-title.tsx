import { useEffect } from 'react';
import { brand } from '#brand';

/** Sets the document's title where a screen does so only at times. */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** The document's title while a screen is shown: its own and the app's. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${brand.name}` : brand.name;
  }, [title]);
}
