/** Maps video coordinates to a box that the video covers (`object-fit: cover`). */

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Scale at which the video covers the box. */
export function coverScale(video: Size, box: Size): number {
  if (video.width <= 0 || video.height <= 0) return 1;
  return Math.max(box.width / video.width, box.height / video.height);
}

/** Maps a point. The video is centred, with equal overflow on both sides. */
export function toBox(point: Point, video: Size, box: Size): Point {
  const scale = coverScale(video, box);
  return {
    x: (point.x - video.width / 2) * scale + box.width / 2,
    y: (point.y - video.height / 2) * scale + box.height / 2,
  };
}
