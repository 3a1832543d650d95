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
  const shown = () =>
    document.querySelector<HTMLImageElement>('section img[draggable=false][aria-hidden=false]');
  let pressed: { readonly at: number; readonly photo: string } | null = null;
  const check = async () => {
    const photo = shown();
    if (pressed && photo && photo.src !== pressed.photo) {
      const { at } = pressed;
      pressed = null;
      // A photo that couldn't be loaded is retried in another element.
      await photo.decode().catch(() => undefined);
      requestAnimationFrame(() => delays.push(performance.now() - at));
    }
    requestAnimationFrame(() => void check());
  };
  addEventListener(
    'keydown',
    () => (pressed = { at: performance.now(), photo: shown()?.src ?? '' }),
    true,
  );
  requestAnimationFrame(() => void check());
}
