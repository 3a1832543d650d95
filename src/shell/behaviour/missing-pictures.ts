/**
 * Sets `data-missing` on images that failed to load (for example offline before the app is installed), so that
 * `pictures.css` can hide the browser's broken-image icon.
 */
export function markMissingPictures(page: Document): void {
  const mark = ({ type, target }: Event) => {
    if (target instanceof HTMLImageElement)
      target.toggleAttribute('data-missing', type === 'error');
  };
  // Image load events don't bubble, but they can be captured.
  page.addEventListener('error', mark, true);
  page.addEventListener('load', mark, true);
}
