import { useEffect } from 'react';
import { brand } from '#brand';

/** The document's title while a screen is shown: its own and the app's. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${brand.name}` : brand.name;
  }, [title]);
}
