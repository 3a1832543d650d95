/**
 * Marks every picture that could not be fetched, as without a network before the app is installed, until it comes: what
 * a browser shows in its place, a broken sign, says nothing to anybody (`pictures.css`).
 */
export function markMissingPictures(page: Document): void {
  const mark = ({ type, target }: Event) => {
    if (target instanceof HTMLImageElement)
      target.toggleAttribute('data-missing', type === 'error');
  };
  // A picture's events go down to it and do not come up again.
  page.addEventListener('error', mark, true);
  page.addEventListener('load', mark, true);
}
