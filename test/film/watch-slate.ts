declare global {
  interface Window {
    /** Times when labels came into view, by `performance.now()`; latest last. */
    labelsShownAt?: number[];
  }
}

/**
 * For `page.addInitScript`: records when the film starts to show labels, by the slate at the top left of the
 * playing video. Runs in the page, so it can't use anything from outside.
 */
export function watchSlate(): void {
  const shownAt: number[] = [];
  window.labelsShownAt = shownAt;
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const observed = new WeakSet<HTMLVideoElement>();
  let isSlateVisible = false;

  function checkFrame(video: HTMLVideoElement, now: number): void {
    video.requestVideoFrameCallback((next) => checkFrame(video, next));
    if (context === null || video.videoWidth === 0) return;
    const patch = Math.abs(video.videoWidth - video.videoHeight) / 8;
    context.drawImage(video, patch, patch, 1, 1, 0, 0, 1, 1);
    const wasSlateVisible = isSlateVisible;
    isSlateVisible = (context.getImageData(0, 0, 1, 1).data[0] ?? 0) > 200;
    if (isSlateVisible && !wasSlateVisible) shownAt.push(now);
  }

  // A video may start to play before it is added to the page, and then the page doesn't receive its event.
  const play = Reflect.get(HTMLMediaElement.prototype, 'play') as () => Promise<void>;
  HTMLMediaElement.prototype.play = function playWatched() {
    if (this instanceof HTMLVideoElement && !observed.has(this)) {
      observed.add(this);
      this.requestVideoFrameCallback((now) => checkFrame(this, now));
    }
    return Reflect.apply(play, this, []);
  };
}
