import { useEffect } from 'react';
import { brand } from '#brand';

/** Sets the document title from JSX, for conditional use. */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** Sets the document title to the screen's title and the brand name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${brand.name}` : brand.name;
  }, [title]);
}
