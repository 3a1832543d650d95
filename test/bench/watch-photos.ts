declare global {
  interface Window {
    /** Milliseconds from each press of a key to the next photo. */
    photoDelays?: number[];
  }
}

/**
 * For `page.addInitScript`: measures from the press of a key to the frame in which the next product's photo is
 * decoded. Runs in the page, so it must be self-contained.
 */
export function watchPhotos(): void {
  const delays: number[] = [];
  window.photoDelays = delays;
  const shownPhoto = () =>
    document.querySelector<HTMLImageElement>('section img[draggable=false][aria-hidden=false]');
  let lastPress: { readonly at: number; readonly photo: string } | null = null;
  const check = async () => {
    const photo = shownPhoto();
    if (lastPress && photo && photo.src !== lastPress.photo) {
      const { at } = lastPress;
      lastPress = null;
      // A photo that couldn't be loaded is retried in another element.
      await photo.decode().catch(() => undefined);
      requestAnimationFrame(() => delays.push(performance.now() - at));
    }
    requestAnimationFrame(() => void check());
  };
  addEventListener(
    'keydown',
    () => (lastPress = { at: performance.now(), photo: shownPhoto()?.src ?? '' }),
    true,
  );
  requestAnimationFrame(() => void check());
}
